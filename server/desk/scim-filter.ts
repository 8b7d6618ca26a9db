import { DESK_MAX_SEARCH_LENGTH, DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { PEOPLE_STATES, type PeopleState } from '#wire/desk/people.ts';
import { STATE_FILTERS } from '#wire/desk/scim.ts';
import { DeskRefusal } from './refusal.ts';

/** The conditions of a filter: the ID of a person, or the beginning of a word and a state. */
export type AccountFilter =
  | { readonly userId: string }
  | { readonly wordStart: string; readonly status: PeopleState | null };

/** The first comparison of a filter, such as `userName eq "kim"`, with a following `and`. */
const COMPARISON =
  /^\s*(?<attribute>\S+)\s+(?<operator>\w+)\s+(?<value>"(?:[^"\\]|\\.)*"|true)\s*(?:and\b|$)/i;

type Comparison = {
  /** The attribute and the operator in lower case, such as `username eq`. */
  readonly attributeAndOperator: string;
  readonly value: string | true;
};

const invalidFilter = (): DeskRefusal => new DeskRefusal('invalid', { fields: ['filter'] });

/**
 * The value in a comparison.
 * @throws DeskRefusal `invalid`
 */
function comparedValue(text: string): string | true {
  try {
    const value: string | true = JSON.parse(text);
    if (value === true || !value.includes('\0')) return value;
  } catch {
    // The value is not JSON, which is refused below.
  }
  throw invalidFilter();
}

/**
 * The comparisons of a filter, which are joined with `and`.
 * @throws DeskRefusal `invalid`
 */
function comparisonsOf(filter: string): readonly Comparison[] {
  if (filter.trim() === '') return [];
  const match = COMPARISON.exec(filter);
  if (!match?.groups) throw invalidFilter();
  const { attribute = '', operator = '', value = '' } = match.groups;
  const name = attribute.replace(`${DESK_USER_SCHEMA}:`, '');
  return [
    { attributeAndOperator: `${name} ${operator}`.toLowerCase(), value: comparedValue(value) },
    ...comparisonsOf(filter.slice(match[0].length)),
  ];
}

/**
 * Parses a filter of people (RFC 7644, section 3.4.2.2). Only filters that the database can answer with an index are
 * allowed: `userName eq`, or comparisons of attributes of the extension schema, joined with `and`: `words sw`, `status
 * eq`, `suspended eq` and `locked eq`.
 * @throws DeskRefusal `invalid`
 */
export function parseAccountFilter(filter: string): AccountFilter {
  const comparisons = comparisonsOf(filter);
  const [first] = comparisons;
  if (comparisons.length === 1 && first?.attributeAndOperator === 'username eq' && first.value !== true)
    return { userId: first.value };
  let wordStart: string | null = null;
  let status: PeopleState | null = null;
  for (const { attributeAndOperator, value } of comparisons) {
    const state = PEOPLE_STATES.find((candidate) => {
      const [attribute, expectedValue] = STATE_FILTERS[candidate];
      return attributeAndOperator === `${attribute} eq` && value === expectedValue;
    });
    if (attributeAndOperator === 'words sw' && value !== true && wordStart === null) wordStart = value;
    else if (state && status === null) status = state;
    else throw invalidFilter();
  }
  if ([...(wordStart ?? '')].length > DESK_MAX_SEARCH_LENGTH) throw invalidFilter();
  return { wordStart: wordStart ?? '', status };
}
