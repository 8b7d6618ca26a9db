import SCIMMY from 'scimmy';
import { ScimError } from './error.ts';
import { USER_SCHEMA } from './schema.ts';

/** Attributes whose case counts (RFC 7643, section 3.1); texts of all others are compared without it. */
const EXACT: ReadonlySet<string> = new Set(['id', 'externalid', 'meta']);

/** Texts in lower case wherever case does not count. */
function folded(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (Array.isArray(value)) return value.map(folded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, EXACT.has(key.toLowerCase()) ? part : folded(part)]),
  );
}

/** What a list is to hold. */
export type UserFilter = {
  /** The one attribute that is asked for by its whole value; null for anything else. */
  readonly exactly: { readonly attribute: 'id' | 'externalId' | 'userName'; readonly value: string } | null;
  fits(user: object): boolean;
};

/** The library looks into what has parts without looking whether it is there. */
const NOTHING = { name: {}, emails: [], phoneNumbers: [] };

const LOOKED_UP = ['id', 'externalId', 'userName'] as const;

function exactlyOf(expressions: readonly unknown[]): UserFilter['exactly'] {
  const [only] = expressions;
  if (expressions.length !== 1 || typeof only !== 'object' || only === null) return null;
  const parts = Object.entries(only);
  const [name, expression] = parts[0] ?? [];
  const attribute = LOOKED_UP.find((known) => known.toLowerCase() === name?.toLowerCase());
  if (parts.length !== 1 || !attribute || !Array.isArray(expression)) return null;
  const [operator, value] = expression as readonly unknown[];
  return operator === 'eq' && typeof value === 'string' ? { attribute, value } : null;
}

/**
 * Reads the filter of a list (RFC 7644, section 3.4.2.2).
 * @throws ScimError 400 `invalidFilter`
 */
export function userFilter(text: string): UserFilter {
  const plain = text.replaceAll(`${USER_SCHEMA}:`, '');
  if (/\bpassword\b/i.test(plain)) throw new ScimError(403, null, 'Nobody is found by a password.');
  try {
    const filter = new SCIMMY.Types.Filter(plain);
    const lowered = new SCIMMY.Types.Filter(filter.map((expression) => folded(expression)));
    return {
      exactly: exactlyOf([...filter]),
      fits: (user) => lowered.match([folded({ ...NOTHING, ...user })]).length > 0,
    };
  } catch {
    throw new ScimError(400, 'invalidFilter', 'The filter cannot be read.');
  }
}
