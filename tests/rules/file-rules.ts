import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import { WAITING, waitsIn } from './sleeps.ts';

/** A file that does one thing stays below this; a machine reads from top to bottom within this. */
export const MOST_LINES = { file: 300, machine: 200 };

/** Longer all the same, each with the lines that it may have. */
const LONGER: ReadonlyMap<string, number> = new Map([
  // Data: the words of the screens that the specification quotes.
  ['tests/specification/phrases.ts', 700],
]);

const mostLinesOf = (path: string): number =>
  LONGER.get(path) ?? (path.endsWith('.machine.ts') ? MOST_LINES.machine : MOST_LINES.file);

/** Ways to leave a test out, or to run one until it passes. */
const EVASIONS = new Set(['skip', 'only', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf', 'slow']);
const RUNNERS = new Set(['test', 'it', 'describe', 'suite']);

/** The brackets keep this line from being one. */
const LATER = /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/;

/** Whether a file, style sheets too, is longer than what does one thing. */
export const lengthProblems = ({ path, text }: SourceFile): string[] => {
  const lines = text.trimEnd().split('\n').length;
  const most = mostLinesOf(path);
  return lines > most ? [`${path} has ${lines} lines, more than ${most}`] : [];
};

const laterProblems = ({ path, text }: SourceFile): string[] =>
  text
    .split('\n')
    .flatMap((line, index) => (LATER.test(line) ? [`${path}:${index + 1} puts something off`] : []));

/** The first name of `test.each.skip` and the like. */
const rootOf = (node: Node): string => {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : '';
};

const evasionProblems = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return [];
    const isEvasion = EVASIONS.has(node.property.name) && RUNNERS.has(rootOf(node));
    return isEvasion ? [`${file.path} uses ${rootOf(node)}.${node.property.name}`] : [];
  });

const RETRIES = /\bretr(?:y|ies):\s*[1-9]/;

const retryProblems = ({ path, text }: SourceFile): string[] =>
  RETRIES.test(text) ? [`${path} repeats what has failed`] : [];

const waitProblems = (file: SourceFile): string[] =>
  WAITING.has(file.path) ? [] : waitsIn(file).map((wait) => `${file.path} ${wait}`);

/** All browser tests without a configuration of their own share one server of their worker, and its clock. */
const clockProblems = ({ path, text }: SourceFile): string[] =>
  path.startsWith('tests/e2e/') && text.includes('site.advance(') && !text.includes('configFile: {')
    ? [`${path} moves the clock of a server that other tests use`]
    : [];

const isTest = ({ path }: SourceFile): boolean => path.startsWith('tests/');

/** What breaks the rules that hold for every TypeScript file. */
export const fileProblems = (file: SourceFile): string[] => [
  ...lengthProblems(file),
  ...laterProblems(file),
  ...(isTest(file)
    ? [...evasionProblems(file), ...retryProblems(file), ...waitProblems(file), ...clockProblems(file)]
    : []),
];
