import type { ValueTexts } from '#atlas/screens/types.ts';

/** The value texts of a project whose configuration has no `screens`: values are shown as they are. */
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
