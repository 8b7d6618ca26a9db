import { GROUP_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';

/** Attributes that every answer contains. */
const ALWAYS_RETURNED: ReadonlySet<string> = new Set(['schemas', 'id']);

/** The name of a requested attribute in lower case, without the URI of a core schema and without a sub-attribute. */
function attributeName(requested: string): string {
  const name = requested.trim().replace(`${USER_SCHEMA}:`, '').replace(`${GROUP_SCHEMA}:`, '');
  return (/^urn:/i.test(name) ? name : (name.split('.', 1)[0] ?? '')).toLowerCase();
}

/** The attributes that an answer has to contain or omit. */
export type RequestedAttributes = {
  /** The names of the attributes to return; empty for all attributes. */
  readonly attributes: readonly string[];
  /** The names of the attributes to omit. */
  readonly excludedAttributes: readonly string[];
};

/** The attributes that the query parameters request. */
export function requestedAttributes(query: URLSearchParams): RequestedAttributes {
  const names = (parameter: string): readonly string[] => (query.get(parameter) ?? '').split(',');
  return { attributes: names('attributes'), excludedAttributes: names('excludedAttributes') };
}

/**
 * A resource with only the requested attributes. Attributes of an extension schema can be requested individually. For
 * other attributes, a requested sub-attribute selects the whole attribute (RFC 7644, section 3.4.2.5).
 */
export function withRequestedAttributes(
  resource: object,
  { attributes, excludedAttributes }: RequestedAttributes,
): object {
  const namesOf = (names: readonly string[]) =>
    new Set(names.map(attributeName).filter((name) => name !== ''));
  const included = namesOf(attributes);
  const excluded = namesOf(excludedAttributes);
  const isReturned = (name: string): boolean =>
    ALWAYS_RETURNED.has(name) || (included.size > 0 ? included.has(name) : !excluded.has(name));
  /** The requested part of an attribute or extension; undefined when nothing of it is requested. */
  const returnedPart = (key: string, value: unknown): unknown => {
    const name = key.toLowerCase();
    if (!name.startsWith('urn:') || included.has(name)) return isReturned(name) ? value : undefined;
    if (included.size === 0 && excluded.has(name)) return undefined;
    const parts = Object.entries(Object(value)).filter(([part]) =>
      isReturned(`${name}:${part.toLowerCase()}`),
    );
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  };
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]) => {
      const returned = returnedPart(key, value);
      return returned === undefined ? [] : [[key, returned]];
    }),
  );
}
