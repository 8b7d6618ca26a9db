import { posix } from 'node:path';
import type { SourceFile } from '#scripts/source/project-files.ts';
import { importsOf } from '#scripts/source/syntax.ts';

/** The file of the project that an import names; null for a package. */
function fileNamed(name: string, importer: string): string | null {
  const [path = ''] = name.split('?', 1);
  if (path.startsWith('#')) return path.slice(1);
  return path.startsWith('.') ? posix.join(posix.dirname(importer), path) : null;
}

/** Texts are imported by a plugin of the build, under the name of their language. */
const TEXTS = /^i18n\/.*\.json$/;

/** For each file, the tests that reach it by what they import, however many files lie between: the nearest first. */
export function testsThatReach(files: readonly SourceFile[]): (path: string) => readonly string[] {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const name of importsOf(file)) {
      const imported = fileNamed(name, file.path);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file.path]);
    }
  }
  return (path) => {
    const reached = new Set([TEXTS.test(path) ? 'src/app/messages.ts' : path]);
    for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter((one) => /^tests\/.*\.test\.tsx?$/.test(one));
  };
}
