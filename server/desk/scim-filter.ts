import { DESK_MAX_SEARCH_LENGTH, DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { PEOPLE_STATES, type PeopleState } from '#wire/desk/people.ts';
import { STATE_FILTERS } from '#wire/desk/scim.ts';
import { DeskRefusal } from './refusal.ts';

/** The people that a filter selects: one by ID, or those of a search. */
export type AccountFilter =
  | { readonly userId: string }
  | { readonly find: string; readonly status: PeopleState | null };

const COMPARISON =
  /^\s*(?<attribute>\S+)\s+(?<operator>\w+)\s+(?<value>"(?:[^"\\]|\\.)*"|true)\s*(?:and\b|$)/i;

type Comparison = { readonly test: string; readonly value: string | true };

const invalidFilter = (): DeskRefusal => new DeskRefusal('invalid', { fields: ['filter'] });

/** @throws DeskRefusal `invalid` */
function comparedValue(text: string): string | true {
  try {
    const value: string | true = JSON.parse(text);
    if (value === true || !value.includes('\0')) return value;
  } catch {
    // Not JSON: refused below.
  }
  throw invalidFilter();
}

/** The comparisons of a filter that `and` joins. @throws DeskRefusal `invalid` */
function comparisonsOf(filter: string): readonly Comparison[] {
  if (filter.trim() === '') return [];
  const [text, parts] = [COMPARISON.exec(filter)?.[0], COMPARISON.exec(filter)?.groups];
  if (text === undefined || !parts) throw invalidFilter();
  const { attribute = '', operator = '', value = '' } = parts;
  const name = attribute.replace(`${DESK_USER_SCHEMA}:`, '');
  return [
    { test: `${name} ${operator}`.toLowerCase(), value: comparedValue(value) },
    ...comparisonsOf(filter.slice(text.length)),
  ];
}

/**
 * The filters of people that are answered by an index (RFC 7644, section 3.4.2.2): `userName eq`, and the attributes
 * `words` by `sw`, `status`, `suspended` and `locked` by `eq` of the extension schema, joined by `and`.
 * @throws DeskRefusal `invalid`
 */
export function accountFilterOf(filter: string): AccountFilter {
  const comparisons = comparisonsOf(filter);
  const [first] = comparisons;
  if (comparisons.length === 1 && first?.test === 'username eq' && first.value !== true)
    return { userId: first.value };
  let [find, status]: [string | null, PeopleState | null] = [null, null];
  for (const { test, value } of comparisons) {
    const state = PEOPLE_STATES.find((each) => {
      const [attribute, expectedValue] = STATE_FILTERS[each];
      return test === `${attribute} eq` && value === expectedValue;
    });
    if (test === 'words sw' && value !== true && find === null) find = value;
    else if (state && status === null) status = state;
    else throw invalidFilter();
  }
  if ([...(find ?? '')].length > DESK_MAX_SEARCH_LENGTH) throw invalidFilter();
  return { find: find ?? '', status };
}
