import type { ValueTexts } from '#atlas/screens/types.ts';

/** Shows values as they are, for a project without texts for them. */
const defaultValues: ValueTexts = {
  variantText: (values) => values.join(' · '),
  pathEventText: ({ event: { type: _, actorId: __, ...values } }) =>
    Object.keys(values).length === 0 ? '' : JSON.stringify(values),
  refusedWith: () => null,
  codeKey: () => '',
  isLikely: () => true,
  tagText: (tag) => tag,
};

export default defaultValues;
