import { posix } from 'node:path';
import { resolveImport } from '#tools/mutants/tests-that-reach.ts';
import type { SourceFile } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

/** Matches calls with which a test or a helper reads files that it does not import. */
const READING_CALLS = /\b(?:readFileSync|readFile|readdirSync|globSync|projectFiles|glob)\(/;

/** A helper that reads the files that its callers name. It is not regarded as a file that reads. */
const READING_HELPER = 'tools/source/project-files.ts';

/** Matches texts that look like a path, file name or glob pattern. */
const PATH_OR_PATTERN = /^[\w@.*{},/-]*[/.][\w@.*{},/-]*[\w*}]$/;

/** The paths and patterns in the strings of a file; a placeholder in a template string becomes `*`. */
const patternsIn = (file: SourceFile): readonly string[] =>
  nodesOf(file)
    .flatMap(({ node }) => {
      if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
      return node.type === 'TemplateLiteral' ? [node.quasis.map(({ value }) => value.cooked).join('*')] : [];
    })
    .filter((text) => PATH_OR_PATTERN.test(text))
    .map((text) => text.replace(/^(?:\.{0,2}\/)+/, '').replace(/^\*\//, ''));

const matches = (path: string, pattern: string): boolean =>
  posix.matchesGlob(path, pattern) || (pattern.includes('.') && posix.matchesGlob(path, `**/${pattern}`));

/** Matches imports, with the specifier as the group. */
const IMPORTS = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** By path of a file: the paths of the files that import it. */
function importersIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(IMPORTS)) {
      const imported = resolveImport(name, path);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/**
 * The test files that read one of the changed files, or import a file that does. A file is regarded as reading a changed
 * file if it reads files and one of its strings matches the path of the changed file.
 * @param files the sources of the tests and of their imports
 */
export function testsThatRead(changed: readonly string[], files: readonly SourceFile[]): readonly string[] {
  const readers = files.filter(
    (file) =>
      file.path !== READING_HELPER &&
      READING_CALLS.test(file.text) &&
      patternsIn(file).some((pattern) => changed.some((path) => matches(path, pattern))),
  );
  const importers = importersIn(files);
  const reached = new Set(readers.map(({ path }) => path));
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => /^tests\/.*\.test\.tsx?$/.test(path)).sort();
}
