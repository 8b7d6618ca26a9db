import type { SourceFile } from '#tools/source/project-files.ts';
import { type Node, nodesOf } from '#tools/source/syntax.ts';
import type { Edit } from './mutant.ts';

export type Property = Extract<Node, { type: 'Property' }>;

/** The name of a property; null if the name is computed. */
export function nameOf({ key }: Pick<Property, 'key'>): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null;
}

/** The properties with one of the names in the object literals of a file. */
export const propertiesOf = (file: SourceFile, names: readonly string[]): readonly Property[] =>
  nodesOf(file).flatMap(({ node, parent }) =>
    node.type === 'Property' && parent?.type === 'ObjectExpression' && names.includes(nameOf(node) ?? '')
      ? [node]
      : [],
  );

/** The edits that remove a property and the comma after it. */
export function removalOf({ text }: SourceFile, { start, end }: Property): readonly Edit[] {
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ start, end: end + comma, text: '' }];
}
