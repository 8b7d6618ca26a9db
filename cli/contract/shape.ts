/**
 * Kind of value that a field must have. `flag`: on with `Y`, `y`, `1`, 1 or true (rule 163); `code`: letters, digits,
 * hyphens and underscores; `check`: one of `X`, `A` and `O`; `scopes`: a text or a list.
 */
export type FieldKind = 'text' | 'flag' | 'number' | 'object' | 'list' | 'scopes' | 'code' | 'check';

/**
 * The fields that an answer must have. A field whose name ends with `?` may be missing or null. A nested shape
 * describes an object.
 */
export type Shape = { readonly [name: string]: FieldKind | Shape };

type Fields = Readonly<Record<string, unknown>>;

const FLAG_VALUES: readonly unknown[] = ['Y', 'N', 'y', 'n', '1', '0', 1, 0, true, false, ''];

/** Whether a value is an object, and not a list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MATCHES_KIND: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => FLAG_VALUES.includes(value),
  number: (value) => typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)),
  object: isObject,
  list: Array.isArray,
  scopes: (value) => typeof value === 'string' || Array.isArray(value),
  code: (value) => typeof value === 'string' && /^[\w-]+$/.test(value),
  check: (value) => value === 'X' || value === 'A' || value === 'O',
};

const shownValue = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'nothing';

/**
 * Problems with the fields of an answer that must have the given shape.
 * @param prefix the path of the object that contains the fields, such as `license.`; empty for the answer itself
 */
export function shapeProblems(answer: Fields, shape: Shape, prefix = ''): string[] {
  return Object.entries(shape).flatMap(([key, kind]) => {
    const name = key.replace('?', '');
    const value = answer[name];
    const path = `${prefix}${name}`;
    if (value === undefined || value === null) return key.endsWith('?') ? [] : [`${path} is missing`];
    if (typeof kind === 'string')
      return MATCHES_KIND[kind](value) ? [] : [`${path} is ${shownValue(value)}; expected: ${kind}`];
    return isObject(value)
      ? shapeProblems(value, kind, `${path}.`)
      : [`${path} is ${shownValue(value)}; expected: object`];
  });
}
