import type { AtlasData } from '#atlas/build/types.ts';
import type { Report } from './report.ts';

/** The moment that shows a state: of the variant with one of the texts, else of the first. */
function momentOf({ states, keys }: AtlasData, state: string, texts: readonly string[]): number | null {
  const variants = states[state]?.variants ?? [];
  const withText = texts.map((text) => keys[state]?.[text]).find((variant) => variant !== undefined);
  return (variants.find(({ id }) => id === withText) ?? variants[0])?.moment ?? null;
}

/** The moments that show a state before and after; null where it has no screen. */
export type ScreenPair = {
  readonly state: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** Maximum number of states that are shown for a changed text. */
const MAX_STATES_OF_TEXT = 2;

/** Finds the states whose screens show a text, before or after. */
export const textFinder =
  (sides: readonly (AtlasData | null)[]) =>
  (text: string): readonly string[] => {
    const states = sides.flatMap((data) =>
      Object.entries(data?.keys ?? {}).flatMap(([state, keys]) => (Object.hasOwn(keys, text) ? [state] : [])),
    );
    return [...new Set(states)].slice(0, MAX_STATES_OF_TEXT);
  };

/** The states of a report that have a screen before or after. */
export function screenPairs(
  { parts }: Report,
  before: AtlasData | null,
  after: AtlasData | null,
): readonly ScreenPair[] {
  const lines = parts.flatMap((part) => part.lines);
  const states = [...new Set(lines.flatMap((line) => line.states))];
  return states
    .map((state): ScreenPair => {
      const texts = lines
        .filter((line) => line.kind === 'text' && line.states.includes(state))
        .map(({ id }) => id.split(' ')[1] ?? '');
      const at = (data: AtlasData | null) => data && momentOf(data, state, texts);
      return { state, before: at(before), after: at(after) };
    })
    .filter(({ before: was, after: is }) => was !== null || is !== null);
}
