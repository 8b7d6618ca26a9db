import { type Plugin, parseSync, Visitor } from 'vite';

/** The range of a syntax node in a source text. */
type Range = { readonly start: number; readonly end: number };

/**
 * Removes ranges from a text.
 * @param ranges are sorted and do not overlap
 */
const removeRanges = (text: string, ranges: readonly Range[]): string =>
  ranges.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);

/** Removes the properties `description: '…'` from the source text of a machine or of a part of a machine. */
export const withoutDescriptionsIn = (source: string): string => {
  const { program, errors } = parseSync('machine.ts', source);
  if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.message).join('\n'));
  const descriptions: Range[] = [];
  new Visitor({
    Property(property) {
      const { key, value } = property;
      const isDescription = key.type === 'Identifier' && key.name === 'description' && !property.computed;
      const isText =
        value.type === 'TemplateLiteral' || (value.type === 'Literal' && typeof value.value === 'string');
      if (!isDescription || !isText) return;
      const comma = /^\s*,/.exec(source.slice(property.end))?.[0] ?? '';
      descriptions.push({ start: property.start, end: property.end + comma.length });
    },
  }).visit(program);
  return removeRanges(source, descriptions);
};

/** A Vite plugin that removes the descriptions of states from the built portal, because only the charts show them. */
export const withoutDescriptions = (): Plugin => ({
  name: 'munjigi:without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/.+\.ts$/ },
    handler: (source) => ({ code: withoutDescriptionsIn(source), map: null }),
  },
});
