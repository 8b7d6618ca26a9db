import { posix } from 'node:path';
import type { SourceFile } from '#tools/source/project-files.ts';
import { importsOf, nodesOf } from '#tools/source/syntax.ts';

/** The path of the project file that an import specifier names; null for a package. */
export function resolveImport(specifier: string, importer: string): string | null {
  const [path = ''] = specifier.split('?', 1);
  if (path.startsWith('#')) return path.slice(1);
  return path.startsWith('.') ? posix.join(posix.dirname(importer), path) : null;
}

/** The patterns in the calls of `import.meta.glob` in a file, relative to the root of the project. */
const globPatternsOf = (file: SourceFile): readonly string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { object, property } = node.callee;
    const [pattern] = node.arguments;
    const isGlob =
      object.type === 'MetaProperty' && property.type === 'Identifier' && property.name === 'glob';
    if (!isGlob || pattern?.type !== 'Literal' || typeof pattern.value !== 'string') return [];
    const { value } = pattern;
    return [value.startsWith('/') ? value.slice(1) : posix.join(posix.dirname(file.path), value)];
  });

/** Matches files of texts. A build plugin loads them, so no import names them. */
const TEXT_FILES = /^i18n\/.*\.json$/;

/** Rates how useful a test is for a file: by the similarity of their names, and by the cost of the test. */
function relevanceOf(path: string, test: string): number {
  const [name = '', ...folders] = path
    .replace(/\.\w+$/, '')
    .split('/')
    .reverse();
  const words = name.split(/[-.]/).filter((word) => word.length > 3);
  return (
    (test.includes(name.replace(/\..*/, '')) ? 8 : 0) +
    (folders.some((folder) => test.split('/').slice(1, -1).includes(folder)) ? 6 : 0) +
    (words.some((word) => test.includes(word)) ? 4 : 0) +
    (test.endsWith('.tsx') ? 0 : 2) +
    (/walk|matrix/.test(test) ? 0 : 1)
  );
}

/**
 * Returns a function that finds the tests that import a file, directly or indirectly; the most useful tests come first.
 */
export function testsThatReach(files: readonly SourceFile[]): (path: string) => readonly string[] {
  const importers = new Map<string, string[]>();
  const addImporter = (imported: string, importer: string) =>
    importers.set(imported, [...(importers.get(imported) ?? []), importer]);
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      const imported = resolveImport(specifier, file.path);
      if (imported) addImporter(imported, file.path);
    }
    for (const pattern of globPatternsOf(file)) {
      for (const { path } of files) if (posix.matchesGlob(path, pattern)) addImporter(path, file.path);
    }
  }
  return (path) => {
    const reached = new Set([TEXT_FILES.test(path) ? 'src/app/messages.ts' : path]);
    for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
    return [...reached]
      .filter((reachedPath) => /^tests\/.*\.test\.tsx?$/.test(reachedPath))
      .toSorted((a, b) => relevanceOf(path, b) - relevanceOf(path, a));
  };
}
