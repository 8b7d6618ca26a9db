import { dirname, join } from 'node:path/posix';
import type { SourceFile } from '#tools/source/project-files.ts';

/** Patterns of imports that exist at run time. Imports of types do not exist at run time. */
const IMPORT_PATTERNS = [
  /^(?:import|export)\s+(?!type\b)[^;'"]*?\bfrom\s*'([^']+)'/gm,
  /^import\s*'([^']+)'/gm,
  /\bimport\(\s*'([^']+)'\s*\)/g,
] as const;

/** Whether an import contains only types. */
const importsOnlyTypes = (statement: string): boolean => {
  const names = /\{([^}]*)\}/.exec(statement)?.[1];
  if (names === undefined || /^import\s+\w/.test(statement)) return false;
  return names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
};

const sourcesIn = (text: string): string[] =>
  IMPORT_PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([statement, source = '']) =>
      importsOnlyTypes(statement) ? [] : [source],
    ),
  );

const packageOf = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

/** The files of the project and the packages that a program loads. */
export function loadedFrom(entry: string, files: readonly SourceFile[]) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const loadedFiles = new Set<string>();
  const packages = new Set<string>();
  const follow = (path: string): void => {
    const text = texts.get(path);
    if (text === undefined || loadedFiles.has(path)) return;
    loadedFiles.add(path);
    for (const source of sourcesIn(text)) {
      if (source.startsWith('#')) follow(source.slice(1));
      else if (source.startsWith('.')) follow(join(dirname(path), source));
      else if (!source.startsWith('node:')) packages.add(packageOf(source));
    }
  };
  follow(entry);
  return { files: [...loadedFiles].sort(), packages: [...packages].sort() };
}
