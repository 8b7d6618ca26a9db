/** Random numbers that are the same for the same seed (mulberry32). */
export type Random = {
  /** At least 0 and less than 1. */
  readonly next: () => number;
  /** Returns one of the values. Throws if the list is empty. */
  readonly pick: <Value>(values: readonly Value[]) => Value;
};

/** Creates random numbers from a seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined && values.length === 0) throw new Error('There is nothing to choose from');
    return value as Value;
  };
  return { next, pick };
}

/** Picks one of the values. Each group has a weight, which says how often the group is picked; an empty group is never picked. */
export function pickFromGroups<Value>(
  { pick }: Random,
  groups: readonly (readonly [weight: number, values: readonly Value[]])[],
): Value {
  const weightedGroups = groups.flatMap(([weight, values]) =>
    values.length > 0 ? Array.from({ length: weight }, () => values) : [],
  );
  return pick(pick(weightedGroups));
}
