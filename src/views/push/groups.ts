const GROUP_LENGTH = 4;
const GROUP_COUNT = 4;

/** The first 16 characters of a push ID, in groups of four (spec section 2, rule 82). */
export const pushGroups = (id: string): readonly string[] =>
  Array.from({ length: GROUP_COUNT }, (_, index) =>
    id.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH),
  ).filter((group) => group !== '');

/** A text that makes a screen reader spell the groups character by character. */
export const spellOut = (groups: readonly string[]): string =>
  groups.map((group) => [...group].join(' ')).join(', ');
