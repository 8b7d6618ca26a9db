import { type GenericSchema, minLength, nullish, object, pipe, string, transform, unknown } from 'valibot';

/**
 * A push as it was sent; `period` in milliseconds, null without a positive number in the answer. `notified` is false
 * when the person has to open the app.
 */
export type PushAnswer = {
  readonly pushId: string;
  readonly period: number | null;
  readonly notified: boolean;
};

const MS_PER_SECOND = 1000;

const periodOf = (value: unknown): number | null => {
  const isText = typeof value === 'string' && value.trim() !== '';
  const period = typeof value === 'number' || isText ? Number(value) * MS_PER_SECOND : 0;
  return Number.isFinite(period) && period > 0 ? period : null;
};

/** Answer of POST /mobileapp/push/{userId} (spec section 7); `period` is in seconds (rule 83). */
export const pushAnswer: GenericSchema<unknown, PushAnswer> = object({
  pushId: pipe(string(), minLength(1)),
  period: nullish(pipe(unknown(), transform(periodOf)), null),
  notified: nullish(
    pipe(
      unknown(),
      transform((value) => value !== false),
    ),
    true,
  ),
});

/** Answer of polling a push or QR code: `check`, which is never empty. */
export const checkAnswer: GenericSchema<unknown, string> = pipe(
  object({ check: pipe(string(), minLength(1)) }),
  transform(({ check }) => check),
);

/** Any answer; its fields are ignored. */
export const anyAnswer: GenericSchema<unknown, undefined> = pipe(
  unknown(),
  transform(() => undefined),
);
