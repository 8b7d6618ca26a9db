import type { SourceFile } from '#tools/source/project-files.ts';
import { importsOf, nodesOf, type VisitedNode } from '#tools/source/syntax.ts';

/** Globals that a machine must not use, because their values come from outside. A machine uses a port instead. */
const FORBIDDEN_GLOBALS = new Set([
  'Date',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'performance',
  'crypto',
  'console',
  'process',
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'globalThis',
  'self',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'Intl',
]);

/** Classes whose objects are not plain data. A snapshot with such an object cannot be compared, stored or shown. */
const FORBIDDEN_CLASSES = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'Promise',
  'AbortController',
  'RegExp',
]);

/** Whether an identifier is the name of a property or key, and not a use of a global. */
const isName = ({ parent, property }: VisitedNode): boolean =>
  (parent?.type === 'MemberExpression' && property === 'property' && !parent.computed) ||
  (property === 'key' && parent !== null && !('computed' in parent && parent.computed)) ||
  parent?.type === 'TSQualifiedName';

const usedNames = (file: SourceFile): string[] =>
  nodesOf(file).flatMap((visited) =>
    visited.node.type === 'Identifier' && !isName(visited) ? [visited.node.name] : [],
  );

/** Whether a node is `Math.random`. */
const isRandom = ({ node }: VisitedNode): boolean =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'Math' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'random';

const purityProblems = (file: SourceFile): string[] => [
  ...[...new Set(usedNames(file))]
    .filter((name) => FORBIDDEN_GLOBALS.has(name))
    .map((name) => `${file.path} uses ${name}: machines are pure and use a port`),
  ...(nodesOf(file).some(isRandom)
    ? [`${file.path} uses Math.random: machines are pure and use a port`]
    : []),
];

const dataProblems = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) =>
    node.type === 'NewExpression' &&
    node.callee.type === 'Identifier' &&
    FORBIDDEN_CLASSES.has(node.callee.name)
      ? [`${file.path} creates a ${node.callee.name}: context is plain data`]
      : [],
  );

/** Describes imports of other flows, which only the portal machine may import. */
const importProblems = (file: SourceFile): string[] => {
  const [, flow] = file.path.split('/');
  if (flow === 'portal') return [];
  return importsOf(file)
    .filter((source) => source.startsWith('#machines/'))
    .filter((source) => ![flow, 'shared'].includes(source.split('/')[1]))
    .map((source) => `${file.path} imports ${source}: only machines/portal imports other flows`);
};

/** Describes the violations of the rules for machines (docs/architecture.md) in the source of a file in machines/. */
export const machineSourceProblems = (file: SourceFile): string[] => [
  ...purityProblems(file),
  ...(file.path.endsWith('.machine.ts') ? dataProblems(file) : []),
  ...importProblems(file),
];
