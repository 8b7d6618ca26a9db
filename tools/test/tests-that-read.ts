import { posix } from 'node:path';
import { resolveImport } from '#tools/mutants/tests-that-reach.ts';
import type { SourceFile } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

/** Calls by which a test or its helper reads a file that it does not import. */
const READING_CALLS = /\b(?:readFileSync|readFile|readdirSync|globSync|projectFiles|glob)\(/;

/** A helper that reads files for its callers, so it does not count as a reader itself. */
const READER = 'tools/source/project-files.ts';

/** Matches texts that look like a path, file name or glob pattern. */
const PATH = /^[\w@.*{},/-]*[/.][\w@.*{},/-]*[\w*}]$/;

/** The paths and patterns in a file; a template's value becomes `*`. */
const patternsIn = (file: SourceFile): readonly string[] =>
  nodesOf(file)
    .flatMap(({ node }) => {
      if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
      return node.type === 'TemplateLiteral' ? [node.quasis.map(({ value }) => value.cooked).join('*')] : [];
    })
    .filter((text) => PATH.test(text))
    .map((text) => text.replace(/^(?:\.{0,2}\/)+/, '').replace(/^\*\//, ''));

const matches = (path: string, pattern: string): boolean =>
  posix.matchesGlob(path, pattern) || (pattern.includes('.') && posix.matchesGlob(path, `**/${pattern}`));

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The importing files by imported file. */
function importersIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const imported = resolveImport(name, path);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  return importers;
}

/**
 * The test files that read one of the changed files, directly or by an import; found by the paths and patterns in
 * files that read other files.
 * @param files the sources of the tests and of their imports
 */
export function testsThatRead(changed: readonly string[], files: readonly SourceFile[]): readonly string[] {
  const readers = files.filter(
    (file) =>
      file.path !== READER &&
      READING_CALLS.test(file.text) &&
      patternsIn(file).some((pattern) => changed.some((path) => matches(path, pattern))),
  );
  const importers = importersIn(files);
  const reached = new Set(readers.map(({ path }) => path));
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => /^tests\/.*\.test\.tsx?$/.test(path)).sort();
}
