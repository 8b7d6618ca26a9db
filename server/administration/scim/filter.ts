import { setImmediate } from 'node:timers/promises';
import SCIMMY from 'scimmy';
import { ScimError } from './error.ts';

/** Case-sensitive attributes (RFC 7643, section 3.1); all others are compared without case. */
const CASE_EXACT: ReadonlySet<string> = new Set(['id', 'externalid', 'meta']);

/** A value with the strings of case-insensitive attributes in lower case. */
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
  matches(resource: object): boolean;
};

/** The library reads sub-attributes without checking that their parent exists. */
const EMPTY_PARENTS = { name: {}, emails: [], phoneNumbers: [], members: [] };

const INDEXED_ATTRIBUTES = ['id', 'externalId', 'userName'] as const;

function exactMatchOf(expressions: readonly unknown[]): ResourceFilter['exactMatch'] {
  const [only] = expressions;
  if (expressions.length !== 1 || typeof only !== 'object' || only === null) return null;
  const parts = Object.entries(only);
  const [name, expression] = parts[0] ?? [];
  const attribute = INDEXED_ATTRIBUTES.find((known) => known.toLowerCase() === name?.toLowerCase());
  if (parts.length !== 1 || !attribute || !Array.isArray(expression)) return null;
  const [operator, value] = expression as readonly unknown[];
  return operator === 'eq' && typeof value === 'string' ? { attribute, value } : null;
}

const MAX_COMPARISONS = 16;
const MAX_LENGTH = 4096;

/** The number of comparisons, by the operators between them outside of quoted strings. */
const comparisonsIn = (filter: string): number =>
  (filter.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/\b(?:and|or)\b/gi)?.length ?? 0) + 1;

/**
 * Reads the filter of a list (RFC 7644, section 3.4.2.2).
 * @throws ScimError 400 `invalidFilter`; also for a filter that is too expensive
 */
export function resourceFilter(text: string, schema: string): ResourceFilter {
  if (text.length > MAX_LENGTH || comparisonsIn(text) > MAX_COMPARISONS) {
    throw new ScimError(
      400,
      'invalidFilter',
      `A filter may have at most ${MAX_COMPARISONS} comparisons and ${MAX_LENGTH} characters. Split it into several calls.`,
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
        lowerCasedFilter.match([lowerCased({ ...EMPTY_PARENTS, ...resource })]).length > 0,
    };
  } catch {
    throw new ScimError(400, 'invalidFilter', 'The filter is not valid.');
  }
}

/** Number of resources that are compared before other calls can run. */
const BATCH = 20;
const MAX_COMPARING_MS = 5_000;

/**
 * The resources that match a filter, compared in batches.
 * @param clock milliseconds
 * @throws ScimError 400 `tooMany` after 5 s
 */
export async function filterResources<Resource extends object>(
  resources: readonly Resource[],
  { matches }: Pick<ResourceFilter, 'matches'>,
  clock: () => number = () => performance.now(),
): Promise<readonly Resource[]> {
  const startedAt = clock();
  const matching: Resource[] = [];
  for (let from = 0; from < resources.length; from += BATCH) {
    if (clock() - startedAt > MAX_COMPARING_MS) {
      throw new ScimError(
        400,
        'tooMany',
        'The filter takes too long. Filter by one userName, id or externalId.',
      );
    }
    matching.push(...resources.slice(from, from + BATCH).filter(matches));
    await setImmediate();
  }
  return matching;
}
