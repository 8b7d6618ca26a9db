import type { SourceFile } from './project-files.ts';
import { type Node, nodesOf } from './syntax.ts';

const RUNNERS = ['it', 'test', 'describe', 'suite'];

/** The parts of a callee such as `test.each(table)`, from its name on. */
function partsOf(callee: Node): readonly Node[] {
  if (callee.type === 'MemberExpression') return [...partsOf(callee.object), callee.property];
  if (callee.type === 'CallExpression') return [...partsOf(callee.callee), ...callee.arguments];
  return [callee];
}

const isNamed = (node: Node | undefined, names: readonly string[]): boolean =>
  node?.type === 'Identifier' && names.includes(node.name);

const textOf = (node: Node | undefined, { text }: SourceFile): readonly string[] => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  return node?.type === 'TemplateLiteral' ? [text.slice(node.start + 1, node.end - 1)] : [];
};

const withoutTypeAssertion = (node: Node): Node =>
  node.type === 'TSAsExpression' ? withoutTypeAssertion(node.expression) : node;

/** The first cell of each row of an inline `test.each` table, when the title contains `%s`. */
function namedByRows(table: Node, title: string, file: SourceFile): readonly string[] {
  const rows = withoutTypeAssertion(table);
  if (rows.type !== 'ArrayExpression' || !title.includes('%s')) return [];
  return rows.elements.flatMap((row) => {
    if (!row) return [];
    return textOf(row.type === 'ArrayExpression' ? (row.elements[0] ?? undefined) : row, file);
  });
}

/** The titles of a file's tests and groups, and the names of table rows in them. */
export const titlesIn = (file: SourceFile): ReadonlySet<string> =>
  new Set(
    nodesOf(file).flatMap(({ node }) => {
      if (node.type !== 'CallExpression') return [];
      const [root, ...parts] = partsOf(node.callee);
      if (!isNamed(root, RUNNERS) || parts.some((part) => isNamed(part, ['step']))) return [];
      const [title] = textOf(node.arguments[0], file);
      if (title === undefined) return [];
      return [title, ...parts.flatMap((table) => namedByRows(table, title, file))];
    }),
  );
