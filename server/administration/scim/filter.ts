import { setImmediate } from 'node:timers/promises';
import SCIMMY from 'scimmy';
import { ScimError } from './error.ts';

/** Attributes that are compared case-sensitively (RFC 7643, section 3.1), in lower case. */
const CASE_EXACT: ReadonlySet<string> = new Set(['id', 'externalid', 'meta']);

/** A value in which all strings are in lower case, except those of case-sensitive attributes. */
function lowerCased(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (Array.isArray(value)) return value.map(lowerCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      CASE_EXACT.has(key.toLowerCase()) ? part : lowerCased(part),
    ]),
  );
}

/** The filter of a list. */
export type ResourceFilter = {
  /** A filter that compares one indexed attribute for equality; null for any other filter. */
  readonly exactMatch: {
    readonly attribute: 'id' | 'externalId' | 'userName';
    readonly value: string;
  } | null;
  /** Whether a resource matches the filter. */
  matches(resource: object): boolean;
};

/** Default values of attributes, because the library SCIMMY fails when an attribute with sub-attributes is absent. */
const EMPTY_ATTRIBUTES = { name: {}, emails: [], phoneNumbers: [], members: [] };

const INDEXED_ATTRIBUTES = ['id', 'externalId', 'userName'] as const;

function exactMatchOf(expressions: readonly unknown[]): ResourceFilter['exactMatch'] {
  const [expression] = expressions;
  if (expressions.length !== 1 || typeof expression !== 'object' || expression === null) return null;
  const parts = Object.entries(expression);
  const [name, comparison] = parts[0] ?? [];
  const attribute = INDEXED_ATTRIBUTES.find((indexed) => indexed.toLowerCase() === name?.toLowerCase());
  if (parts.length !== 1 || !attribute || !Array.isArray(comparison)) return null;
  const [operator, value] = comparison as readonly unknown[];
  return operator === 'eq' && typeof value === 'string' ? { attribute, value } : null;
}

const MAX_COMPARISONS = 16;
const MAX_FILTER_LENGTH = 4096;

/** How many comparisons a filter has: one more than `and` and `or` outside of quoted strings. */
const countComparisons = (filter: string): number =>
  (filter.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/\b(?:and|or)\b/gi)?.length ?? 0) + 1;

/**
 * Reads the filter of a list (RFC 7644, section 3.4.2.2).
 * @param schema the URI of the resources' schema
 * @throws ScimError 400 `invalidFilter` for an invalid or too expensive filter, 403 for a filter by password
 */
export function resourceFilter(text: string, schema: string): ResourceFilter {
  if (text.length > MAX_FILTER_LENGTH || countComparisons(text) > MAX_COMPARISONS) {
    throw new ScimError(
      400,
      'invalidFilter',
      `A filter may have at most ${MAX_COMPARISONS} comparisons and ${MAX_FILTER_LENGTH} characters. Split it into several calls.`,
    );
  }
  const withoutSchema = text.replaceAll(`${schema}:`, '');
  if (/\bpassword\b/i.test(withoutSchema))
    throw new ScimError(403, null, 'Filters cannot contain passwords.');
  try {
    const filter = new SCIMMY.Types.Filter(withoutSchema);
    const lowerCasedFilter = new SCIMMY.Types.Filter(filter.map((expression) => lowerCased(expression)));
    return {
      exactMatch: exactMatchOf([...filter]),
      matches: (resource) =>
        lowerCasedFilter.match([lowerCased({ ...EMPTY_ATTRIBUTES, ...resource })]).length > 0,
    };
  } catch {
    throw new ScimError(400, 'invalidFilter', 'The filter is not valid.');
  }
}

/** So many resources are compared before other calls can run. */
const BATCH_SIZE = 20;
const MAX_COMPARING_MS = 5_000;

/**
 * The resources that match a filter, compared in batches.
 * @param clock returns the time in milliseconds
 * @throws ScimError 400 `tooMany` after 5 s
 */
export async function filterResources<Resource extends object>(
  resources: readonly Resource[],
  { matches }: Pick<ResourceFilter, 'matches'>,
  clock: () => number = () => performance.now(),
): Promise<readonly Resource[]> {
  const startedAt = clock();
  const matching: Resource[] = [];
  for (let from = 0; from < resources.length; from += BATCH_SIZE) {
    if (clock() - startedAt > MAX_COMPARING_MS) {
      throw new ScimError(
        400,
        'tooMany',
        'The filter takes too long. Filter by one userName, id or externalId.',
      );
    }
    matching.push(...resources.slice(from, from + BATCH_SIZE).filter(matches));
    await setImmediate();
  }
  return matching;
}
