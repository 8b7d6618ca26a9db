import type { AtlasData } from '#atlas/build/types.ts';
import type { AtlasState, Filter, LocalizedText, PathEvent, Variant } from '#atlas/screens/types.ts';

/** The answer that is wanted of each filter, by its id; any where there is none. */
export type Wanted = Readonly<Record<string, string>>;

/** So much longer a text breaks where the other does not. */
const MUCH_LONGER = 2;

const valuesIn = (text: string): readonly string[] => text.match(/\{\w+/g) ?? [];

/** How a text differs from one language to the other. */
const DIFFERENCES: Readonly<
  Record<string, LocalizedText & { readonly holds: (texts: LocalizedText) => boolean }>
> = {
  longer: {
    ko: '영어가 두 배 넘게 긴 문구',
    en: 'a text more than twice as long in English',
    holds: ({ ko, en }) => en.length > ko.length * MUCH_LONGER,
  },
  order: {
    ko: '들어가는 값의 순서가 다른 문구',
    en: 'a text with its values in another order',
    holds: ({ ko, en }) => valuesIn(ko).join() !== valuesIn(en).join(),
  },
};

/** The filter of every project: by how the texts of a screen differ from one language to the other. */
const LANGUAGES_FILTER: Filter = {
  id: 'languages',
  name: { ko: '언어의 차이', en: 'Difference of the languages' },
  answers: () => Object.entries(DIFFERENCES).map(([answer, { ko, en }]) => [answer, { ko, en }]),
  passes: (answer, { keys }, { texts }) =>
    keys.some((key) => DIFFERENCES[answer]?.holds({ ko: texts.ko[key] ?? '', en: texts.en[key] ?? '' })),
};

/** The filters of a project, and the one that all have. */
export const allFilters = (own: readonly Filter[]): readonly Filter[] => [...own, LANGUAGES_FILTER];

type Filtered = Pick<
  AtlasData,
  'states' | 'keys' | 'texts' | 'codes' | 'words' | 'pathEvents' | 'moments' | 'places'
>;

function pathTo({ moments, pathEvents }: Filtered, moment: number): readonly PathEvent[] {
  const path: PathEvent[] = [];
  for (let at = moment; at >= 0; at = moments[at]?.[0] ?? -1) {
    const pathEvent = pathEvents[moments[at]?.[1] ?? -1];
    if (pathEvent) path.push(pathEvent);
  }
  return path.reverse();
}

/** The looks of a state that pass the filters. */
export type Left = { readonly state: string; readonly looks: readonly Variant[] };

/** The states with looks that pass the filters, each with these looks. */
export function filtered(data: Filtered, filters: readonly Filter[], wanted: Wanted): readonly Left[] {
  const isWanted = (state: string, variant: Variant): boolean => {
    const look = {
      state,
      variant,
      path: pathTo(data, variant.moment),
      place: data.places[data.moments[variant.moment]?.[2] ?? -1] ?? [],
      keys: Object.keys(data.keys[state] ?? {}),
    };
    return filters.every(({ id, passes }) => {
      const answer = wanted[id];
      return answer === undefined || passes(answer, look, data);
    });
  };
  return Object.entries(data.states)
    .map(([state, { variants }]: readonly [string, AtlasState]) => ({
      state,
      looks: variants.filter((variant) => isWanted(state, variant)),
    }))
    .filter(({ looks }) => looks.length > 0);
}

/** The chosen filters in an address, such as `method.10~policy.second`, in the order of the filters. */
export const writeWanted = (filters: readonly Filter[], wanted: Wanted): string =>
  filters.flatMap(({ id }) => (wanted[id] ? [`${id}.${wanted[id]}`] : [])).join('~');

/** Reads the chosen filters from an address; an unknown value counts as any. */
export const readWanted = (filters: readonly Filter[], text: string | null): Wanted =>
  Object.fromEntries(
    (text ?? '')
      .split('~')
      .map((part) => part.split('.'))
      .filter(([name = '', answer = '']) => filters.some(({ id }) => id === name) && answer !== ''),
  );
