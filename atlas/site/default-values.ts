import type { ValueTexts } from '#atlas/screens/types.ts';

/** The texts of values for a project that configures none: values are shown as they are. */
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
