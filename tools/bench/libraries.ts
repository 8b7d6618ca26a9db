import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, minifySync, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** The size that a library adds to the first chunk, in bytes (gzip). */
export type LibrarySize = { readonly name: string; readonly bytes: number };

/** Matches the path of a module in a package, with the name of the package as the group. */
const PACKAGE_PATH = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** By package: the name of the library to which the size of the package is added. */
const COUNTED_AS: Readonly<Record<string, string>> = {
  'react-dom': 'react + react-dom',
  react: 'react + react-dom',
  scheduler: 'react + react-dom',
  'use-sync-external-store': '@xstate/react',
  'intl-messageformat': 'react-intl',
};

/** The name of the library to which a module of the build belongs. */
const libraryOf = (module: string): string => {
  const name = PACKAGE_PATH.exec(module)?.[1];
  if (name === undefined) return module.startsWith(ROOT) ? 'the portal itself' : 'build runtime';
  return COUNTED_AS[name] ?? (name.startsWith('@formatjs/') ? 'react-intl' : name);
};

/**
 * The size of minified code. Dead code is not eliminated, because the code that uses it may be in an omitted module.
 */
const gzipSizeOf = (code: readonly string[]): number => {
  const { code: minified } = minifySync('chunk.js', code.join('\n'), {
    compress: false,
    mangle: { toplevel: true },
  });
  return gzipSync(minified, { level: 9 }).length;
};

const buildFirstChunk = async (): Promise<Rolldown.OutputChunk> => {
  const result = await build({ root: ROOT, logLevel: 'silent', build: { write: false } });
  if (!('output' in result)) throw new Error('The build gave no output');
  const chunk = result.output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The build has no first chunk');
  return chunk;
};

/** The size that each library adds to the first chunk, the largest first. */
export const measureLibraries = async (): Promise<LibrarySize[]> => {
  const modules = Object.entries((await buildFirstChunk()).modules).map(([id, { code }]) => ({
    library: libraryOf(id),
    code: code ?? '',
  }));
  const total = gzipSizeOf(modules.map(({ code }) => code));
  return [...new Set(modules.map(({ library }) => library))]
    .map((name) => ({
      name,
      bytes: total - gzipSizeOf(modules.filter(({ library }) => library !== name).map(({ code }) => code)),
    }))
    .toSorted((one, other) => other.bytes - one.bytes);
};
