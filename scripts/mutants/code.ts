import type { SourceFile } from '#scripts/source/project-files.ts';
import { type Node, nodesOf } from '#scripts/source/syntax.ts';
import type { Edit, Operator } from './mutant.ts';

type Change = (node: Node, file: SourceFile, parent: Node | null) => readonly string[];

/** An operator that replaces a whole node by one or more texts, each a mutant of its own. */
const replacing = (name: string, change: Change): Operator => ({
  name,
  find: (file) =>
    nodesOf(file).flatMap(({ node, parent }) =>
      change(node, file, parent).map((text): Edit[] => [{ start: node.start, end: node.end, text }]),
    ),
});

const textOf = ({ start, end }: Node, { text }: SourceFile): string => text.slice(start, end);

const conditions = replacing('condition negated', (node, file, parent) => {
  const isTest =
    (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node;
  return isTest ? [`!(${textOf(node, file)})`] : [];
});

const LEAVING = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'];

const isLeaving = (node: Node): boolean =>
  LEAVING.includes(node.type) || (node.type === 'BlockStatement' && node.body.every(isLeaving));

/** `if (…) return` and `if (…) throw` without an else. */
const checks = replacing('check dropped', (node) =>
  node.type === 'IfStatement' && !node.alternate && isLeaving(node.consequent) ? [';'] : [],
);

const OTHERS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

const comparisons = replacing('comparison changed', (node, file) => {
  if (node.type !== 'BinaryExpression') return [];
  const other = OTHERS[node.operator];
  return other ? [`${textOf(node.left, file)} ${other} ${textOf(node.right, file)}`] : [];
});

const connections = replacing('and / or exchanged', (node, file) => {
  if (node.type !== 'LogicalExpression' || node.operator === '??') return [];
  const other = node.operator === '&&' ? '||' : '&&';
  return [`(${textOf(node.left, file)}) ${other} (${textOf(node.right, file)})`];
});

/** Delays, lifetimes, limits and caps: whole numbers above 1 that have a name of their own. */
const numbers = replacing('number changed', (node, _file, parent) => {
  const isNamed =
    parent?.type === 'VariableDeclarator' ||
    parent?.type === 'Property' ||
    parent?.type === 'BinaryExpression';
  if (node.type !== 'Literal' || typeof node.value !== 'number' || !isNamed) return [];
  const { value } = node;
  if (!Number.isSafeInteger(value) || value < 2) return [];
  return [value * 2, Math.floor(value / 2), value + 1, value - 1].map(String);
});

/** Mistakes in any code. */
export const CODE_OPERATORS: readonly Operator[] = [conditions, checks, comparisons, connections, numbers];
