import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf, type VisitedNode } from '#tools/source/syntax.ts';

/** Reasons why a file waits. */
const FOREIGN_PROCESS = 'only the open port of a foreign process shows that it is ready';
const PACE = 'a soak test imitates the pace of people over an hour';
const NO_EVENT = 'no event shows that no further request or movement follows';

/** Files that may wait for a fixed time or poll, each with the reason. */
export const ALLOWED_WAITS: ReadonlyMap<string, string> = new Map([
  ['tests/programs/listening.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/firefox.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/webkit.ts', FOREIGN_PROCESS],
  ['tests/programs/browsers/driver.ts', 'a foreign browser does not report when it has left a page'],
  ['tests/soak/kinds.ts', PACE],
  ['tests/soak/load.ts', PACE],
  ['tests/soak/main.ts', PACE],
  ['tests/support/e2e/walk/laws.ts', 'no event shows that a page has become idle'],
  ['tests/e2e/journeys/stable-controls.test.ts', NO_EVENT],
  ['tests/e2e/journeys/request-page.test.ts', NO_EVENT],
  [
    'tests/portal/matrix/tested-page.ts',
    'a page is idle after several turns of the event loop without a change',
  ],
]);

const isNamed = (node: Node, names: readonly string[]): boolean =>
  node.type === 'Identifier' && names.includes(node.name);

/** Whether a function is `setTimeout` or `setInterval`, also as `window.setTimeout`, but not the function of a test's clock. */
function isTimer(callee: Node): boolean {
  if (callee.type !== 'MemberExpression') return isNamed(callee, ['setTimeout', 'setInterval']);
  return isNamed(callee.object, ['window', 'globalThis']) && isTimer(callee.property);
}

/** Whether a timer has a delay. Without a delay, a timer waits only for the next task of the event loop. */
const hasDelay = (args: readonly Node[]): boolean => {
  const [, delay] = args;
  return delay !== undefined && !(delay.type === 'Literal' && delay.value === 0);
};

/** Methods of Playwright that poll or wait for a fixed time. */
const WAITING_METHODS = ['toPass', 'waitForTimeout'];

/** Describes how a node waits for a fixed time; null if the node does not wait. */
function waitIn(node: Node, promises: readonly Node[]): string | null {
  if (node.type === 'Literal' && node.value === 'network' + 'idle') return 'waits for an idle network';
  if (node.type === 'ImportDeclaration' && /^(node:)?timers\/promises$/.test(node.source.value)) {
    const isNextTurn = node.specifiers.every(
      (specifier) => specifier.type === 'ImportSpecifier' && isNamed(specifier.imported, ['setImmediate']),
    );
    return isNextTurn ? null : 'waits for a fixed time';
  }
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: args } = node;
  if (callee.type === 'MemberExpression') {
    if (isNamed(callee.property, WAITING_METHODS)) return 'polls or waits for a fixed time';
    const isAtomics = isNamed(callee.object, ['Atomics']) && isNamed(callee.property, ['wait']);
    if (isAtomics && args.length > 3) return 'waits for a fixed time';
  }
  if (isNamed(callee, ['promisify']) && args.some(isTimer)) return 'waits for a fixed time';
  const isPromised = promises.some(({ start, end }) => start <= node.start && node.end <= end);
  return isPromised && isTimer(callee) && hasDelay(args) ? 'waits for a fixed time' : null;
}

const isPromise = ({ node }: VisitedNode): boolean =>
  node.type === 'NewExpression' && isNamed(node.callee, ['Promise']);

/** Matches a file that may wait. Other files are not parsed. */
const MAY_WAIT = new RegExp(
  ['setTimeout', 'setInterval', 'timers/promises', 'network' + 'idle', 'Atomics', ...WAITING_METHODS].join(
    '|',
  ),
);

/** Describes how a file waits for a fixed time or polls. */
export function waitsIn(file: SourceFile): readonly string[] {
  if (!MAY_WAIT.test(file.text)) return [];
  const visited = nodesOf(file);
  const promises = visited.filter(isPromise).map(({ node }) => node);
  return visited.flatMap(({ node }) => waitIn(node, promises) ?? []);
}
