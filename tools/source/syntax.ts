import { type ESTree, parseSync } from 'vite';
import type { SourceFile } from './project-files.ts';

export type Node = ESTree.Node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** A syntax node with its parent and the name of the parent's property. */
export type VisitedNode = { readonly node: Node; readonly parent: Node | null; readonly property: string };

function visit(node: Node, parent: Node | null, place: string, found: VisitedNode[]): VisitedNode[] {
  found.push({ node, parent, property: place });
  for (const [name, value] of Object.entries(node)) {
    if (isNode(value)) visit(value, node, name, found);
    else if (Array.isArray(value))
      for (const child of value) if (isNode(child)) visit(child, node, name, found);
  }
  return found;
}

/** Every syntax node of a file, in the order of its text. */
export const nodesOf = ({ path, text }: SourceFile): VisitedNode[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  return visit(program, null, '', []);
};

/** The import specifiers of a file: of imports, exports, dynamic imports and import types. */
export const importsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (!('source' in node) || !isNode(node.source)) return [];
    const { source } = node;
    return source.type === 'Literal' && typeof source.value === 'string' ? [source.value] : [];
  });

/** The string literals of a file, and its templates without values. */
export const textsOf = (file: SourceFile): string[] =>
  nodesOf(file).flatMap(({ node }) => {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral' && node.expressions.length === 0) {
      return [node.quasis[0]?.value.cooked ?? ''];
    }
    return [];
  });
