import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { SERVER_PORTAL_FILE } from '#wire/server-portal.ts';

/** Matches the names of text files. */
const TEXT_FILE = /\.(?:js|css|svg|json)$/;

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** A Vite plugin that writes compressed copies of built text files, so that the server need not compress them. */
export const precompressed = (): Plugin => ({
  name: 'munjigi:precompressed',
  apply: (_, { isSsrBuild, command }) => command === 'build' && !isSsrBuild,
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = '' }, files) {
      const names = Object.keys(files).filter((name) => TEXT_FILE.test(name) && name !== SERVER_PORTAL_FILE);
      for (const name of names) {
        const path = join(dir, name);
        const bytes = await readFile(path);
        // By default, brotli compresses with its best quality.
        await writeFile(`${path}.br`, await brotliBytes(bytes));
        await writeFile(`${path}.gz`, await gzipBytes(bytes, { level: 9 }));
      }
    },
  },
});
