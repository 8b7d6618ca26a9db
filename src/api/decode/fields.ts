import { nullish, pipe, string, transform, unknown } from 'valibot';

const flag = (isOn: (value: unknown) => boolean) => nullish(pipe(unknown(), transform(isOn)), false);

/** Flags of a policy, an account or a setting: on for `Y`, off for everything else (decision 138). */
export const yesFlag = flag((value) => value === 'Y');

/** Flags of a client config: on for `1`, as text or number (decision 138). */
export const oneFlag = flag((value) => value === '1' || value === 1);

/** Booleans of the auth summary and of `check`: on for true and `Y` (decision 138). */
export const truth = flag((value) => value === true || value === 'Y');

/** A text that may be missing or null, which reads as empty. */
export const text = nullish(string(), '');

/** A text that says what is registered; missing, null and empty are `null`: not registered. */
export const registered = nullish(
  pipe(
    string(),
    transform((value): string | null => (value === '' ? null : value)),
  ),
  '',
);

/** A code or count that a server may send as text or as a number; `null` for anything else. */
export const written = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
