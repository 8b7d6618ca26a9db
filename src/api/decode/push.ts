import { type GenericSchema, minLength, nullish, object, pipe, string, transform, unknown } from 'valibot';

/** A push as it was sent; `period` in milliseconds, null when the server named none that is positive. */
export type PushAnswer = { readonly pushId: string; readonly period: number | null };

const MS = 1000;

const periodOf = (value: unknown): number | null => {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds * MS : null;
};

/** Answer of POST /mobileapp/push/{userId} (spec section 7); `period` is in seconds (decision 83). */
export const pushAnswer: GenericSchema<unknown, PushAnswer> = object({
  pushId: pipe(string(), minLength(1)),
  period: nullish(pipe(unknown(), transform(periodOf)), null),
});

/** Answer of the look at a push or QR: `check`, which is never empty. */
export const checkAnswer: GenericSchema<unknown, string> = pipe(
  object({ check: pipe(string(), minLength(1)) }),
  transform(({ check }) => check),
);

/** An answer that tells nothing but that the call was taken. */
export const taken: GenericSchema<unknown, undefined> = pipe(
  unknown(),
  transform(() => undefined),
);
