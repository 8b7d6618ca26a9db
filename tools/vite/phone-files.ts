import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { APP_PATH } from '#wire/phone-app.ts';

const WORKER = 'worker.js';

/** Selects the files to cache. Pages have the address of their folder, and the worker is not cached. */
const isCached = (name: string): boolean => !/\.(?:html|map)$/.test(name);

/** The worker is one file, because not all browsers support modules in workers. */
async function builtWorker({ root, build: { target } }: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  });
  const [file] = 'output' in built ? built.output : [];
  if (file?.type !== 'chunk') throw new Error(`The build of the app has no ${WORKER}`);
  return file.code;
}

/** Builds the worker of the app, with the list of files to cache and a version that is a hash of them. */
export const phoneFiles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'munjigi:phone-files',
    apply: (_, { isSsrBuild, command }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const code = await builtWorker(config);
        const publicFiles = readdirSync(config.publicDir);
        const hash = createHash('sha256').update(code);
        for (const name of publicFiles) hash.update(readFileSync(join(config.publicDir, name)));
        for (const file of Object.values(bundle))
          hash.update(file.type === 'chunk' ? file.code : file.source);
        const files = [...publicFiles, ...Object.keys(bundle)].filter(isCached).sort();
        const source = code
          .replaceAll('APP_FILES', JSON.stringify(files.map((name) => APP_PATH + name)))
          .replaceAll('APP_VERSION', JSON.stringify(hash.digest('base64url').slice(0, 12)));
        this.emitFile({ type: 'asset', fileName: WORKER, source });
      },
    },
  };
};
