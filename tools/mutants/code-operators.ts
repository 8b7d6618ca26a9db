import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import type { Edit, MutationOperator } from './mutant.ts';

/** Returns the texts that may replace a node. */
type FindReplacements = (node: Node, file: SourceFile, parent: Node | null) => readonly string[];

/** An operator that replaces nodes; each replacement is a mutant. */
const replacementOperator = (name: string, findReplacements: FindReplacements): MutationOperator => ({
  name,
  find: (file) =>
    nodesOf(file).flatMap(({ node, parent }) =>
      findReplacements(node, file, parent).map((text): Edit[] => [
        { start: node.start, end: node.end, text },
      ]),
    ),
});

const textOf = ({ start, end }: Node, { text }: SourceFile): string => text.slice(start, end);

const negateCondition = replacementOperator('condition negated', (node, file, parent) => {
  const isTest =
    (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression') && parent.test === node;
  return isTest ? [`!(${textOf(node, file)})`] : [];
});

const EXIT_STATEMENTS = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'];

/** Whether a statement always returns, throws or continues a loop. */
const alwaysExits = (node: Node): boolean =>
  EXIT_STATEMENTS.includes(node.type) || (node.type === 'BlockStatement' && node.body.every(alwaysExits));

/** Drops statements such as `if (…) return` and `if (…) throw` without an `else`. */
const dropCheck = replacementOperator('check dropped', (node) =>
  node.type === 'IfStatement' && !node.alternate && alwaysExits(node.consequent) ? [';'] : [],
);

/** By comparison operator: the operator that replaces it. */
const COMPARISON_REPLACEMENTS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

const changeComparison = replacementOperator('comparison changed', (node, file) => {
  if (node.type !== 'BinaryExpression') return [];
  const other = COMPARISON_REPLACEMENTS[node.operator];
  return other ? [`${textOf(node.left, file)} ${other} ${textOf(node.right, file)}`] : [];
});

const exchangeLogicalOperator = replacementOperator('and / or exchanged', (node, file) => {
  if (node.type !== 'LogicalExpression' || node.operator === '??') return [];
  const other = node.operator === '&&' ? '||' : '&&';
  return [`(${textOf(node.left, file)}) ${other} (${textOf(node.right, file)})`];
});

/** Types of the parent nodes of numbers such as delays, limits, codes and counts, without indexes and literal types. */
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

/**
 * The numbers that replace a number: its double and its half; for an integer also the next and the previous integer.
 */
function replacementsOf(value: number): readonly number[] {
  if (!Number.isInteger(value)) return [value * 2, value / 2];
  return [value * 2, Math.floor(value / 2), value + 1, value - 1];
}

const changeNumber = replacementOperator('number changed', (node, _file, parent) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
  if (!parent || !NUMBER_PARENTS.includes(parent.type)) return [];
  const { value } = node;
  return [...new Set(replacementsOf(value))].filter((other) => other !== value).map(String);
});

/** Mistakes that are possible in every file with code. */
export const CODE_OPERATORS: readonly MutationOperator[] = [
  negateCondition,
  dropCheck,
  changeComparison,
  exchangeLogicalOperator,
  changeNumber,
];
