import { type ESTree, parseSync } from 'vite';
import type { SourceFile } from './project-files.ts';

/** A node of the syntax tree of a file (ESTree). */
export type Node = ESTree.Node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** A node, its parent, and the name of the property of the parent that contains the node. */
export type VisitedNode = { readonly node: Node; readonly parent: Node | null; readonly property: string };

/** Adds a node and all nodes inside it to `found`. */
function visit(node: Node, parent: Node | null, property: string, found: VisitedNode[]): VisitedNode[] {
  found.push({ node, parent, property });
  for (const [name, value] of Object.entries(node)) {
    if (isNode(value)) visit(value, node, name, found);
    else if (Array.isArray(value))
      for (const child of value) if (isNode(child)) visit(child, node, name, found);
  }
  return found;
}

/** All syntax nodes of a file, each before the nodes inside it. */
export const nodesOf = ({ path, text }: SourceFile): VisitedNode[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  return visit(program, null, '', []);
};

/** The module names in the imports and re-exports of a file, including dynamic imports and imports of types. */
export const importsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (!('source' in node) || !isNode(node.source)) return [];
    const { source } = node;
    return source.type === 'Literal' && typeof source.value === 'string' ? [source.value] : [];
  });

/** The values of the string literals in a file, and of template literals without placeholders. */
export const textsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
      return [node.quasis[0]?.value.cooked ?? ''];
    }
    return [];
  });
