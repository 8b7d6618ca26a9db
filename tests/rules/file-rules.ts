import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import { ALLOWED_WAITS, waitsIn } from './sleeps.ts';

/** Methods that skip tests, or expect tests to fail or to be slow. */
const EVASIONS = new Set(['skip', 'only', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf', 'slow']);
/** The functions that declare tests and groups of tests. */
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe', 'suite']);

/** Markers for later work; the brackets prevent a match of this line. */
const LATER_WORK = /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/;

const markerProblems = ({ path, text }: SourceFile): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      LATER_WORK.test(line) ? [`${path}:${index + 1} has a marker for later work`] : [],
    );

/** The first name of an expression, such as `test` of `test.each.skip`. */
const rootOf = (node: Node): string => {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : '';
};

/** Matches a file that may use such a method. Other files are not parsed. */
const EVASION_PATTERN = new RegExp(`[.[]\\s*(?:${[...EVASIONS].join('|')})\\b`);

const evasionProblems = (file: SourceFile): string[] => {
  if (!EVASION_PATTERN.test(file.text)) return [];
  return nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return [];
    const isEvasion = EVASIONS.has(node.property.name) && TEST_FUNCTIONS.has(rootOf(node));
    return isEvasion ? [`${file.path} uses ${rootOf(node)}.${node.property.name}`] : [];
  });
};

const RETRIES = /\bretr(?:y|ies):\s*[1-9]/;

const retryProblems = ({ path, text }: SourceFile): string[] =>
  RETRIES.test(text) ? [`${path} retries failed tests`] : [];

const waitProblems = (file: SourceFile): string[] =>
  ALLOWED_WAITS.has(file.path) ? [] : waitsIn(file).map((wait) => `${file.path} ${wait}`);

/** Browser tests without a separate configuration use the same server and the same clock. */
const clockProblems = ({ path, text }: SourceFile): string[] =>
  path.startsWith('tests/e2e/') && text.includes('site.advance(') && !text.includes('configFile: {')
    ? [`${path} advances the clock of a server that other tests share`]
    : [];

const isTest = ({ path }: SourceFile): boolean => path.startsWith('tests/');

/** Describes the violations of the rules for TypeScript files. */
export const fileProblems = (file: SourceFile): string[] => [
  ...markerProblems(file),
  ...(isTest(file)
    ? [...evasionProblems(file), ...retryProblems(file), ...waitProblems(file), ...clockProblems(file)]
    : []),
];
