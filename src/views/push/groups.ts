const GROUP_LENGTH = 4;
const GROUP_COUNT = 4;

/** The groups of a push ID: they begin at its 1st, 5th, 9th and 13th character (spec section 2, rule 82). */
export const pushGroups = (id: string): readonly string[] =>
  Array.from({ length: GROUP_COUNT }, (_, index) =>
    id.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH),
  ).filter((group) => group !== '');

/** The groups as a screen reader says them: character by character. */
export const spellOut = (groups: readonly string[]): string =>
  groups.map((group) => [...group].join(' ')).join(', ');
