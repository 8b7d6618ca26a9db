import { posix } from 'node:path';
import type { SourceFile } from '#tools/source/project-files.ts';
import { importsOf, nodesOf } from '#tools/source/syntax.ts';

/** The project file of an import specifier; null for a package. */
export function fileNamed(name: string, importer: string): string | null {
  const [path = ''] = name.split('?', 1);
  if (path.startsWith('#')) return path.slice(1);
  return path.startsWith('.') ? posix.join(posix.dirname(importer), path) : null;
}

/** The patterns of `import.meta.glob('…')`, from the root of the project. */
const patternsOf = (file: SourceFile): readonly string[] =>
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

/** Text files, which a build plugin imports. */
const TEXTS = /^i18n\/.*\.json$/;

/** Relevance of a test for a file: similarity of names, and cost of its kind. Page tests are expensive. */
function relevance(path: string, test: string): number {
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

/** Returns, for a file, the tests that import it directly or indirectly, ordered by similarity of name and by cost. */
export function testsThatReach(files: readonly SourceFile[]): (path: string) => readonly string[] {
  const importers = new Map<string, string[]>();
  const addImporter = (imported: string, importer: string) =>
    importers.set(imported, [...(importers.get(imported) ?? []), importer]);
  for (const file of files) {
    for (const name of importsOf(file)) {
      const imported = fileNamed(name, file.path);
      if (imported) addImporter(imported, file.path);
    }
    for (const pattern of patternsOf(file)) {
      for (const { path } of files) if (posix.matchesGlob(path, pattern)) addImporter(path, file.path);
    }
  }
  return (path) => {
    const reached = new Set([TEXTS.test(path) ? 'src/app/messages.ts' : path]);
    for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
    return [...reached]
      .filter((one) => /^tests\/.*\.test\.tsx?$/.test(one))
      .toSorted((one, other) => relevance(path, other) - relevance(path, one));
  };
}
