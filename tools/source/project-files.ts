import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A text file of the project; `path` is relative to its root, with slashes. */
export type SourceFile = { readonly path: string; readonly text: string };

/** The files that match these patterns, sorted. */
export const projectFiles = (...patterns: readonly string[]): SourceFile[] =>
  globSync(patterns, { cwd: ROOT })
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Every TypeScript file of the project, without generated ones. */
export const typeScriptFiles = (): SourceFile[] =>
  projectFiles(
    '*.ts',
    '{wire,machines,cases,src,desk,phone,i18n,server,lab,cli,deploy,atlas,tools,tests}/**/*.{ts,tsx}',
  );
