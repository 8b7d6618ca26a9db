import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import type { Edit, Operator } from './mutant.ts';

type Change = (node: Node, file: SourceFile, parent: Node | null) => readonly string[];

/** An operator that replaces a node by one or more texts, each of which is a mutant. */
const replacementOperator = (name: string, change: Change): Operator => ({
  name,
  find: (file) =>
    nodesOf(file).flatMap(({ node, parent }) =>
      change(node, file, parent).map((text): Edit[] => [{ start: node.start, end: node.end, text }]),
    ),
});

const textOf = ({ start, end }: Node, { text }: SourceFile): string => text.slice(start, end);

const conditions = replacementOperator('condition negated', (node, file, parent) => {
  const isTest =
    (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node;
  return isTest ? [`!(${textOf(node, file)})`] : [];
});

const EXIT_STATEMENTS = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'];

const alwaysExits = (node: Node): boolean =>
  EXIT_STATEMENTS.includes(node.type) || (node.type === 'BlockStatement' && node.body.every(alwaysExits));

/** `if (…) return` and `if (…) throw` without an else. */
const checks = replacementOperator('check dropped', (node) =>
  node.type === 'IfStatement' && !node.alternate && alwaysExits(node.consequent) ? [';'] : [],
);

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

const comparisons = replacementOperator('comparison changed', (node, file) => {
  if (node.type !== 'BinaryExpression') return [];
  const other = REPLACEMENTS[node.operator];
  return other ? [`${textOf(node.left, file)} ${other} ${textOf(node.right, file)}`] : [];
});

const logicalOperators = replacementOperator('and / or exchanged', (node, file) => {
  if (node.type !== 'LogicalExpression' || node.operator === '??') return [];
  const other = node.operator === '&&' ? '||' : '&&';
  return [`(${textOf(node.left, file)}) ${other} (${textOf(node.right, file)})`];
});

/** Parents of numbers that are a delay, lifetime, limit, code or count; not types or indexes. */
const NUMBER_PARENTS = [
  'VariableDeclarator',
  'PropertyDefinition',
  'Property',
  'BinaryExpression',
  'UnaryExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'AssignmentExpression',
  'AssignmentPattern',
  'ArrayExpression',
  'CallExpression',
  'NewExpression',
  'ArrowFunctionExpression',
  'ReturnStatement',
  'JSXExpressionContainer',
];

/** Double, half, one more and one less; for a fraction only double and half. */
function neighboursOf(value: number): readonly number[] {
  if (!Number.isInteger(value)) return [value * 2, value / 2];
  return [value * 2, Math.floor(value / 2), value + 1, value - 1];
}

const numbers = replacementOperator('number changed', (node, _file, parent) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
  if (!parent || !NUMBER_PARENTS.includes(parent.type)) return [];
  const { value } = node;
  return [...new Set(neighboursOf(value))].filter((other) => other !== value).map(String);
});

/** Mistakes in any code. */
export const CODE_OPERATORS: readonly Operator[] = [
  conditions,
  checks,
  comparisons,
  logicalOperators,
  numbers,
];
