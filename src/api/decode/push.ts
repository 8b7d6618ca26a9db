import { type GenericSchema, minLength, nullish, object, pipe, string, transform, unknown } from 'valibot';

/** The push that the server has sent. */
export type PushAnswer = {
  readonly pushId: string;
  /** The time in which the push can be approved, in milliseconds; null if the answer contains no positive number. */
  readonly period: number | null;
  /** Whether the phone was notified. If not, the person has to open the app. */
  readonly notified: boolean;
};

const MS_PER_SECOND = 1000;

const periodOf = (value: unknown): number | null => {
  const isText = typeof value === 'string' && value.trim() !== '';
  const period = typeof value === 'number' || isText ? Number(value) * MS_PER_SECOND : 0;
  return Number.isFinite(period) && period > 0 ? period : null;
};

/** Decodes the answer of POST /mobileapp/push/{userId} (spec section 7), whose `period` is in seconds (rule 83). */
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

/** Decodes the answer of a poll of a push: the field `check`, which is never empty. */
export const checkAnswer: GenericSchema<unknown, string> = pipe(
  object({ check: pipe(string(), minLength(1)) }),
  transform(({ check }) => check),
);

/** Accepts any answer and ignores its fields. */
export const anyAnswer: GenericSchema<unknown, undefined> = pipe(
  unknown(),
  transform(() => undefined),
);
