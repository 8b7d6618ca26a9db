import { GROUP_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';

const ALWAYS_RETURNED: ReadonlySet<string> = new Set(['schemas', 'id']);

/** The name of an attribute in lower case, without a core schema and without a sub-attribute. */
function attributeOf(requested: string): string {
  const name = requested.trim().replace(`${USER_SCHEMA}:`, '').replace(`${GROUP_SCHEMA}:`, '');
  return (/^urn:/i.test(name) ? name : (name.split('.', 1)[0] ?? '')).toLowerCase();
}

export type RequestedAttributes = {
  /** Names; empty for all. */
  readonly attributes: readonly string[];
  readonly excludedAttributes: readonly string[];
};

/** The attributes that the query parameters request. */
export function requestedAttributes(query: URLSearchParams): RequestedAttributes {
  const names = (parameter: string): readonly string[] => (query.get(parameter) ?? '').split(',');
  return { attributes: names('attributes'), excludedAttributes: names('excludedAttributes') };
}

/**
 * A resource with only the requested attributes. Attributes of an extension schema can be requested one by one;
 * elsewhere a sub-attribute selects the whole attribute (RFC 7644, section 3.4.2.5).
 */
export function withRequestedAttributes(
  resource: object,
  { attributes, excludedAttributes }: RequestedAttributes,
): object {
  const namesOf = (names: readonly string[]) => new Set(names.map(attributeOf).filter((name) => name !== ''));
  const [included, excluded] = [namesOf(attributes), namesOf(excludedAttributes)];
  const isReturned = (name: string): boolean =>
    ALWAYS_RETURNED.has(name) || (included.size > 0 ? included.has(name) : !excluded.has(name));
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
