import { nullish, pipe, string, transform, unknown } from 'valibot';

/** Values of a flag that is on (rule 163). */
const ON_VALUES: readonly unknown[] = ['Y', 'y', '1', 1, true];

/** Whether the value of a flag means on. */
export const isOn = (value: unknown): boolean => ON_VALUES.includes(value);

/** Decodes a flag. A missing flag, or any value that does not mean on, is off (rule 163). */
export const flag = nullish(pipe(unknown(), transform(isOn)), false);

/** Decodes a text. A missing text or null becomes an empty text. */
export const text = nullish(string(), '');

/**
 * Decodes a text that names a registered contact. A missing, null or empty text becomes `null`: nothing is registered.
 */
export const registeredValue = nullish(
  pipe(
    string(),
    transform((value): string | null => (value === '' ? null : value)),
  ),
  '',
);

/** Reads a code or count that a server may send as a text or as a number. Null for a value of any other type. */
export const textOrNumber = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
