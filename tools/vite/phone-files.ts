import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { APP_PATH } from '#wire/phone-app.ts';

/** File name of the service worker of the app. */
const WORKER_FILE = 'worker.js';

/** Whether the service worker caches a file. Pages are not listed, because their addresses contain no file name. */
const isCached = (name: string): boolean => !/\.(?:html|map)$/.test(name);

/** Builds the service worker as a single script, because not all browsers support modules in workers. */
async function buildWorker({ root, build: { target } }: ResolvedConfig): Promise<string> {
  const result = await build({
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
        output: { format: 'iife', entryFileNames: WORKER_FILE },
      },
    },
  });
  const [file] = 'output' in result ? result.output : [];
  if (file?.type !== 'chunk') throw new Error(`The build of the app has no ${WORKER_FILE}`);
  return file.code;
}

/**
 * A Vite plugin that builds the service worker of the app, and inserts the list of the files to cache and a version,
 * which is a hash over all files.
 */
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
        const workerCode = await buildWorker(config);
        const publicFiles = readdirSync(config.publicDir);
        const hash = createHash('sha256').update(workerCode);
        for (const name of publicFiles) hash.update(readFileSync(join(config.publicDir, name)));
        for (const file of Object.values(bundle))
          hash.update(file.type === 'chunk' ? file.code : file.source);
        const cachedFiles = [...publicFiles, ...Object.keys(bundle)].filter(isCached).sort();
        const source = workerCode
          .replaceAll('APP_FILES', JSON.stringify(cachedFiles.map((name) => APP_PATH + name)))
          .replaceAll('APP_VERSION', JSON.stringify(hash.digest('base64url').slice(0, 12)));
        this.emitFile({ type: 'asset', fileName: WORKER_FILE, source });
      },
    },
  };
};
