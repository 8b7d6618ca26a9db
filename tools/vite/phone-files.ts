import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { APP_PATH } from '#wire/phone-app.ts';

const WORKER = 'worker.js';

/** Pages are served by their folder, and the worker by the network. */
const isKept = (name: string): boolean => name !== WORKER && !/\.(?:html|map)$/.test(name);

/** Writes into the worker of the app which files there are, and a version that any change of them changes. */
export const phoneFiles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'munjigi:phone-files',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error(`The app has no ${WORKER}`);
        if (worker.imports.length > 0) throw new Error(`${WORKER} loads ${worker.imports.join(', ')}`);
        const fixed = readdirSync(config.publicDir);
        const hash = createHash('sha256').update(worker.code);
        for (const name of fixed) hash.update(readFileSync(join(config.publicDir, name)));
        for (const file of Object.values(bundle).filter(({ fileName }) => fileName !== WORKER)) {
          hash.update(file.type === 'chunk' ? file.code : file.source);
        }
        const files = [...fixed, ...Object.keys(bundle)].filter(isKept).sort();
        worker.code = worker.code
          .replaceAll('APP_FILES', JSON.stringify(files.map((name) => APP_PATH + name)))
          .replaceAll('APP_VERSION', JSON.stringify(hash.digest('base64url').slice(0, 12)));
      },
    },
  };
};
