import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf, type Visited } from '#tools/source/syntax.ts';

const FOREIGN_PROCESS = 'a foreign process that says by nothing but its port that it is up';
const PACE = 'the pace of people over an hour, which is what a soak is about';
const WHAT_NEVER_COMES = 'no request and no move more is to come, and nothing tells that';

/** Files that wait for a time all the same, or repeat, each with its reason. */
export const WAITING: ReadonlyMap<string, string> = new Map([
  ['tests/programs/nginx.ts', FOREIGN_PROCESS],
  ['tests/programs/slapd.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/firefox.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/webkit.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/driver.ts', 'a foreign browser, which tells of no page that it has left'],
  ['tests/soak/kinds.ts', PACE],
  ['tests/soak/load.ts', PACE],
  ['tests/soak/main.ts', PACE],
  ['tests/support/e2e/walk/laws.ts', 'a page that has come to rest does nothing that could be waited for'],
  ['tests/e2e/journeys/places.test.ts', WHAT_NEVER_COMES],
  ['tests/e2e/journeys/request-picture.test.ts', WHAT_NEVER_COMES],
  ['tests/portal/matrix/stage.ts', 'turns of a page whose rest is counted in turns without a change'],
]);

const isNamed = (node: Node, names: readonly string[]): boolean =>
  node.type === 'Identifier' && names.includes(node.name);

/** `setTimeout`, also as `window.setTimeout`; not that of a test's own clock. */
function isTimer(callee: Node): boolean {
  if (callee.type !== 'MemberExpression') return isNamed(callee, ['setTimeout', 'setInterval']);
  return isNamed(callee.object, ['window', 'globalThis']) && isTimer(callee.property);
}

/** The next task of the loop comes without a delay. */
const hasDelay = (given: readonly Node[]): boolean => {
  const [, delay] = given;
  return delay !== undefined && !(delay.type === 'Literal' && delay.value === 0);
};

const PAUSES = ['toPass', 'waitForTimeout'];

function waitOf(node: Node, promises: readonly Node[]): string | null {
  if (node.type === 'Literal' && node.value === 'network' + 'idle') return 'waits for an idle network';
  if (node.type === 'ImportDeclaration' && /^(node:)?timers\/promises$/.test(node.source.value)) {
    const isTurn = node.specifiers.every(
      (specifier) => specifier.type === 'ImportSpecifier' && isNamed(specifier.imported, ['setImmediate']),
    );
    return isTurn ? null : 'waits for a time';
  }
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: given } = node;
  if (callee.type === 'MemberExpression') {
    if (isNamed(callee.property, PAUSES)) return 'repeats or waits in place of knowing';
    const isAtomics = isNamed(callee.object, ['Atomics']) && isNamed(callee.property, ['wait']);
    if (isAtomics && given.length > 3) return 'waits for a time';
  }
  if (isNamed(callee, ['promisify']) && given.some(isTimer)) return 'waits for a time';
  const isPromised = promises.some(({ start, end }) => start <= node.start && node.end <= end);
  return isPromised && isTimer(callee) && hasDelay(given) ? 'waits for a time' : null;
}

const isPromise = ({ node }: Visited): boolean =>
  node.type === 'NewExpression' && isNamed(node.callee, ['Promise']);

/** Without one of these words no file waits, and it need not be parsed. */
const WAITS = new RegExp(
  ['setTimeout', 'setInterval', 'timers/promises', 'network' + 'idle', 'Atomics', ...PAUSES].join('|'),
);

/** How a file waits for a time, or repeats until something passes. */
export function waitsIn(file: SourceFile): readonly string[] {
  if (!WAITS.test(file.text)) return [];
  const visited = nodesOf(file);
  const promises = visited.filter(isPromise).map(({ node }) => node);
  return visited.flatMap(({ node }) => waitOf(node, promises) ?? []);
}
