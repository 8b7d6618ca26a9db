/** Expected type of a field. A flag is `Y`, `y`, `1`, 1 or true when it is on (rule 163). */
export type Kind = 'text' | 'flag' | 'number' | 'object' | 'list' | 'scopes' | 'code' | 'check';

/** The fields of an answer: `name?` may be missing or null, a nested shape describes an object. */
export type Shape = { readonly [name: string]: Kind | Shape };

type Fields = Readonly<Record<string, unknown>>;

const FLAGS: readonly unknown[] = ['Y', 'N', 'y', 'n', '1', '0', 1, 0, true, false, ''];

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MATCHES_KIND: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => FLAGS.includes(value),
  number: (value) => typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)),
  object: isFields,
  list: Array.isArray,
  scopes: (value) => typeof value === 'string' || Array.isArray(value),
  code: (value) => typeof value === 'string' && /^[\w-]+$/.test(value),
  check: (value) => value === 'X' || value === 'A' || value === 'O',
};

const shownValue = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'nothing';

/** Problems of an answer with this shape, with the paths of the fields. */
export function shapeProblems(answer: Fields, shape: Shape, prefix = ''): string[] {
  return Object.entries(shape).flatMap(([key, kind]) => {
    const name = key.replace('?', '');
    const value = answer[name];
    const path = `${prefix}${name}`;
    if (value === undefined || value === null) return key.endsWith('?') ? [] : [`${path} is missing`];
    if (typeof kind === 'string')
      return MATCHES_KIND[kind](value) ? [] : [`${path} is ${shownValue(value)}; expected: ${kind}`];
    return isFields(value)
      ? shapeProblems(value, kind, `${path}.`)
      : [`${path} is ${shownValue(value)}; expected: object`];
  });
}
