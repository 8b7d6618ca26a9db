import type { ValueTexts } from '#atlas/screens/types.ts';

/** Values as they are: for a project that says nothing about them. */
const plainValues: ValueTexts = {
  variantText: (values) => values.join(' · '),
  pathEventText: ({ event: { type: _, actorId: __, ...values } }) =>
    Object.keys(values).length === 0 ? '' : JSON.stringify(values),
  refusedWith: () => null,
  codeKey: () => '',
  isLikely: () => true,
  tagText: (tag) => tag,
};

export default plainValues;
