import type { SourceFile } from './project-files.ts';
import { type Node, nodesOf } from './syntax.ts';

/** Functions that declare a test or a group of tests. */
const DECLARING_FUNCTIONS = ['it', 'test', 'describe', 'suite'];

/** The parts of a called expression: of `test.each(table)`, the nodes `test`, `each` and `table`. */
function partsOf(callee: Node): readonly Node[] {
  if (callee.type === 'MemberExpression') return [...partsOf(callee.object), callee.property];
  if (callee.type === 'CallExpression') return [...partsOf(callee.callee), ...callee.arguments];
  return [callee];
}

const isNamed = (node: Node | undefined, names: readonly string[]): boolean =>
  node?.type === 'Identifier' && names.includes(node.name);

/** The text of a string or template literal, in a list; an empty list for any other node. */
const textOf = (node: Node | undefined, { text }: SourceFile): readonly string[] => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  return node?.type === 'TemplateLiteral' ? [text.slice(node.start + 1, node.end - 1)] : [];
};

const withoutTypeAssertion = (node: Node): Node =>
  node.type === 'TSAsExpression' ? withoutTypeAssertion(node.expression) : node;

/** The first value of each row of a table of `test.each`, if the title contains `%s`. */
function rowNames(table: Node, title: string, file: SourceFile): readonly string[] {
  const rows = withoutTypeAssertion(table);
  if (rows.type !== 'ArrayExpression' || !title.includes('%s')) return [];
  return rows.elements.flatMap((row) => {
    if (!row) return [];
    return textOf(row.type === 'ArrayExpression' ? (row.elements[0] ?? undefined) : row, file);
  });
}

/** The titles of the tests and groups in a file, and the first values of the rows of their tables. */
export const titlesIn = (file: SourceFile): ReadonlySet<string> =>
  new Set(
    nodesOf(file).flatMap(({ node }) => {
      if (node.type !== 'CallExpression') return [];
      const [root, ...parts] = partsOf(node.callee);
      if (!isNamed(root, DECLARING_FUNCTIONS) || parts.some((part) => isNamed(part, ['step']))) return [];
      const [title] = textOf(node.arguments[0], file);
      if (title === undefined) return [];
      return [title, ...parts.flatMap((table) => rowNames(table, title, file))];
    }),
  );
