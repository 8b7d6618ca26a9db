import type { AtlasData } from '#atlas/build/types.ts';
import type { Report } from './report.ts';

/** The moment at which a state is shown: by the look that has one of the texts, else by its first. */
function momentOf({ states, keys }: AtlasData, state: string, texts: readonly string[]): number | null {
  const variants = states[state]?.variants ?? [];
  const telling = texts.map((text) => keys[state]?.[text]).find((look) => look !== undefined);
  return (variants.find(({ id }) => id === telling) ?? variants[0])?.moment ?? null;
}

/** A state that is shown: the moment of each side, null where there is no screen of it. */
export type ScreenPair = {
  readonly state: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** The states that show a text on either side: no more than a reader looks at. */
const MAX_STATES_OF_TEXT = 2;

/** States whose screens show a text, on either side. */
export const textFinder =
  (sides: readonly (AtlasData | null)[]) =>
  (text: string): readonly string[] => {
    const found = sides.flatMap((data) =>
      Object.entries(data?.keys ?? {}).flatMap(([state, keys]) => (Object.hasOwn(keys, text) ? [state] : [])),
    );
    return [...new Set(found)].slice(0, MAX_STATES_OF_TEXT);
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
