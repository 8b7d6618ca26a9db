import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..', '..', 'atlas');

/** Replaces `.ts` in imports of the package's files, because Node.js reads no TypeScript from `node_modules`. */
const withJavaScriptImports = (text: string): string =>
  text.replaceAll(/(['"])((?:#atlas|\.{1,2})\/[^'"]+)\.ts\1/g, '$1$2.js$1');

/** The fields of `package.json` with paths of TypeScript files. */
type Manifest = {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
};

const withJavaScriptPaths = (paths: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path.replace(/\.ts$/, '.js')]));

/** Writes the package of the atlas into a folder, ready for `npm pack`. */
export function writePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of globSync('**/*.{ts,tsx,css,json,md,png}', { cwd: SOURCE })) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    if (/\.(css|json|md|png)$/.test(path)) cpSync(join(SOURCE, path), to);
    else {
      const text = withJavaScriptImports(readFileSync(join(SOURCE, path), 'utf8'));
      if (path.endsWith('.tsx')) writeFileSync(to, text);
      else if (!path.endsWith('.d.ts')) writeFileSync(to.replace(/ts$/, 'js'), stripTypeScriptTypes(text));
    }
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  const packagedManifest = {
    ...manifest,
    bin: withJavaScriptPaths(manifest.bin),
    exports: withJavaScriptPaths(manifest.exports),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packagedManifest, null, 2)}\n`);
}
