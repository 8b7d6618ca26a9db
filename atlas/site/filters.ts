import type { AtlasData } from '#atlas/build/types.ts';
import type { Filter, LocalizedText, PathEvent, Variant } from '#atlas/screens/types.ts';

/** The selected value of each filter by its id; filters that are not listed match everything. */
export type FilterValues = Readonly<Record<string, string>>;

/** Factor from which on a text breaks where the other language does not. */
const MUCH_LONGER = 2;

const valuesIn = (text: string): readonly string[] => text.match(/\{\w+/g) ?? [];

/** Differences between the texts of the two languages. */
const DIFFERENCES: Readonly<
  Record<string, LocalizedText & { readonly isMatch: (texts: LocalizedText) => boolean }>
> = {
  longer: {
    ko: '영어가 두 배 넘게 긴 문구',
    en: 'a text more than twice as long in English',
    isMatch: ({ ko, en }) => en.length > ko.length * MUCH_LONGER,
  },
  order: {
    ko: '들어가는 값의 순서가 다른 문구',
    en: 'a text with its values in another order',
    isMatch: ({ ko, en }) => valuesIn(ko).join() !== valuesIn(en).join(),
  },
};

/** The filter by differences between the languages, which every project has. */
const LANGUAGES_FILTER: Filter = {
  id: 'languages',
  name: { ko: '언어의 차이', en: 'Difference of the languages' },
  values: () => Object.entries(DIFFERENCES).map(([answer, { ko, en }]) => [answer, { ko, en }]),
  matches: (answer, { keys }, { texts }) =>
    keys.some((key) => DIFFERENCES[answer]?.isMatch({ ko: texts.ko[key] ?? '', en: texts.en[key] ?? '' })),
};

/** The filters of a project and the one by language differences. */
export const allFilters = (own: readonly Filter[]): readonly Filter[] => [...own, LANGUAGES_FILTER];

type FilteredData = Pick<
  AtlasData,
  'states' | 'keys' | 'texts' | 'codes' | 'words' | 'pathEvents' | 'moments' | 'activeStates'
>;

function pathTo({ moments, pathEvents }: FilteredData, moment: number): readonly PathEvent[] {
  const path: PathEvent[] = [];
  for (let at = moment; at >= 0; at = moments[at]?.[0] ?? -1) {
    const pathEvent = pathEvents[moments[at]?.[1] ?? -1];
    if (pathEvent) path.push(pathEvent);
  }
  return path.reverse();
}

/** A state with those of its variants that match the filters. */
export type FilteredState = { readonly state: string; readonly variants: readonly Variant[] };

/** The states that have variants which match the filters. */
export function filterStates(
  data: FilteredData,
  filters: readonly Filter[],
  selected: FilterValues,
): readonly FilteredState[] {
  const isMatch = (state: string, variant: Variant): boolean => {
    const shown = {
      state,
      variant,
      path: pathTo(data, variant.moment),
      activeStates: data.activeStates[data.moments[variant.moment]?.[2] ?? -1] ?? [],
      keys: Object.keys(data.keys[state] ?? {}),
    };
    return filters.every(({ id, matches }) => {
      const value = selected[id];
      return value === undefined || matches(value, shown, data);
    });
  };
  return Object.entries(data.states)
    .map(([state, { variants }]) => ({
      state,
      variants: variants.filter((variant) => isMatch(state, variant)),
    }))
    .filter(({ variants }) => variants.length > 0);
}

/** Formats selected filters for an address, such as `method.10~policy.second`, in the order of the filters. */
export const formatFilters = (filters: readonly Filter[], selected: FilterValues): string =>
  filters.flatMap(({ id }) => (selected[id] ? [`${id}.${selected[id]}`] : [])).join('~');

/** Parses the selected filters of an address; unknown ones are left out. */
export const parseFilters = (filters: readonly Filter[], text: string | null): FilterValues =>
  Object.fromEntries(
    (text ?? '')
      .split('~')
      .map((part) => part.split('.'))
      .filter(([name = '', value = '']) => filters.some(({ id }) => id === name) && value !== ''),
  );
