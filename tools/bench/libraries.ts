import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, minifySync, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** Size of a library in the first chunk, in bytes gzipped. */
export type Share = { readonly name: string; readonly bytes: number };

const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** Packages that come with another one. */
const BUNDLED_WITH: Readonly<Record<string, string>> = {
  'react-dom': 'react + react-dom',
  react: 'react + react-dom',
  scheduler: 'react + react-dom',
  'use-sync-external-store': '@xstate/react',
  'intl-messageformat': 'react-intl',
};

const ownerOf = (module: string): string => {
  const name = PACKAGE.exec(module)?.[1];
  if (name === undefined) return module.startsWith(ROOT) ? 'the portal itself' : 'build runtime';
  return BUNDLED_WITH[name] ?? (name.startsWith('@formatjs/') ? 'react-intl' : name);
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

const firstChunk = async (): Promise<Rolldown.OutputChunk> => {
  const result = await build({ root: ROOT, logLevel: 'silent', build: { write: false } });
  if (!('output' in result)) throw new Error('The build gave no output');
  const chunk = result.output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The build has no first chunk');
  return chunk;
};

/** The size that each library adds to the first chunk, the largest first. */
export const libraryShares = async (): Promise<Share[]> => {
  const modules = Object.entries((await firstChunk()).modules).map(([id, { code }]) => ({
    owner: ownerOf(id),
    code: code ?? '',
  }));
  const total = gzipSizeOf(modules.map(({ code }) => code));
  return [...new Set(modules.map(({ owner }) => owner))]
    .map((name) => ({
      name,
      bytes: total - gzipSizeOf(modules.filter(({ owner }) => owner !== name).map(({ code }) => code)),
    }))
    .toSorted((one, other) => other.bytes - one.bytes);
};
