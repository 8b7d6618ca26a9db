import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import { WAITING, waitsIn } from './sleeps.ts';

/** Methods that skip tests or expect them to fail. */
const EVASIONS = new Set(['skip', 'only', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf', 'slow']);
const RUNNERS = new Set(['test', 'it', 'describe', 'suite']);

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

/** A file that does not match is not parsed. */
const EVASION_PATTERN = new RegExp(`[.[]\\s*(?:${[...EVASIONS].join('|')})\\b`);

const evasionProblems = (file: SourceFile): string[] => {
  if (!EVASION_PATTERN.test(file.text)) return [];
  return nodesOf(file).flatMap(({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return [];
    const isEvasion = EVASIONS.has(node.property.name) && RUNNERS.has(rootOf(node));
    return isEvasion ? [`${file.path} uses ${rootOf(node)}.${node.property.name}`] : [];
  });
};

const RETRIES = /\bretr(?:y|ies):\s*[1-9]/;

const retryProblems = ({ path, text }: SourceFile): string[] =>
  RETRIES.test(text) ? [`${path} retries failed tests`] : [];

const waitProblems = (file: SourceFile): string[] =>
  WAITING.has(file.path) ? [] : waitsIn(file).map((wait) => `${file.path} ${wait}`);

/** All browser tests without their own configuration share one server of their worker, and its clock. */
const clockProblems = ({ path, text }: SourceFile): string[] =>
  path.startsWith('tests/e2e/') && text.includes('site.advance(') && !text.includes('configFile: {')
    ? [`${path} moves the clock of a server that other tests share`]
    : [];

const isTest = ({ path }: SourceFile): boolean => path.startsWith('tests/');

/** Violations of the rules for every TypeScript file. */
export const fileProblems = (file: SourceFile): string[] => [
  ...markerProblems(file),
  ...(isTest(file)
    ? [...evasionProblems(file), ...retryProblems(file), ...waitProblems(file), ...clockProblems(file)]
    : []),
];
