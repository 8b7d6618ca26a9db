import type { SourceFile } from '#tools/source/project-files.ts';
import { titlesIn } from '#tools/source/titles.ts';

/** The path of a file in backticks, with titles of tests that follow in quotes. */
const FILE = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|m?js|json|md|css|conf|service|yml))`((?: "[^"\n]+")*)/g;
const TITLE = /"([^"]+)"/g;
const COMMAND = /`npm (?:run )?([\w:]+)[^`]*`/g;

/** Commands of npm itself. */
const NPM_COMMANDS: ReadonlySet<string> = new Set(['ci', 'install', 'start', 'test']);

/** A file that a document names, with titles of tests in the file. */
export type Evidence = { readonly path: string; readonly titles: readonly string[] };

/** The files and tests that a text names. */
export const evidenceIn = (text: string): Evidence[] =>
  [...text.matchAll(FILE)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(TITLE)].map(([, title = '']) => title),
  }));

/** The titles of the tests in a file; empty for a file that is not TypeScript. */
const titlesOf = (path: string, text: string): ReadonlySet<string> =>
  /\.tsx?$/.test(path) ? titlesIn({ path, text }) : new Set();

/** Describes the missing files, tests and commands that a document names. */
export function evidenceProblems(
  document: SourceFile,
  textOf: (path: string) => string | null,
  scripts: ReadonlySet<string>,
): string[] {
  const missing = evidenceIn(document.text).flatMap(({ path, titles }) => {
    const text = textOf(path);
    if (text === null) return [`${document.path} names ${path}, which does not exist`];
    if (titles.length === 0) return [];
    const existingTitles = titlesOf(path, text);
    return titles
      .filter((title) => !existingTitles.has(title))
      .map((title) => `${document.path} names "${title}", which is not a test of ${path}`);
  });
  const commands = [...document.text.matchAll(COMMAND)].flatMap(([, name = '']) =>
    NPM_COMMANDS.has(name) || scripts.has(name)
      ? []
      : [`${document.path} names npm run ${name}, which is not a command`],
  );
  return [...missing, ...commands];
}
