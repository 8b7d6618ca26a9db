import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A text file of the project. The path is relative to the root of the project, with slashes on all systems. */
export type SourceFile = { readonly path: string; readonly text: string };

/** The files of the project that match any of the patterns, sorted by path. */
export const projectFiles = (...patterns: readonly string[]): SourceFile[] =>
  globSync(patterns, { cwd: ROOT })
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** All TypeScript files of the project, without generated files. */
export const typeScriptFiles = (): SourceFile[] =>
  projectFiles(
    '*.ts',
    '{wire,machines,cases,src,desk,phone,i18n,server,lab,cli,deploy,atlas,tools,tests}/**/*.{ts,tsx}',
  );
