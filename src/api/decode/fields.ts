import { nullish, pipe, string, transform, unknown } from 'valibot';

/** Values that mean that a flag is on (rule 163). */
const ON: readonly unknown[] = ['Y', 'y', '1', 1, true];

/** Whether a flag is on; any other value is off. */
export const isOn = (value: unknown): boolean => ON.includes(value);

/** A flag of any answer; missing is off (rule 163). */
export const flag = nullish(pipe(unknown(), transform(isOn)), false);

/** A text that may be missing or null, which reads as empty. */
export const text = nullish(string(), '');

/** A text that names a registered contact or device; missing, null and empty are `null`: not registered. */
export const registeredValue = nullish(
  pipe(
    string(),
    transform((value): string | null => (value === '' ? null : value)),
  ),
  '',
);

/** A code or count that a server may send as text or as a number; `null` for anything else. */
export const textOrNumber = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
