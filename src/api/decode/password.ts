import {
  array,
  type GenericSchema,
  number,
  object,
  optional,
  pipe,
  string,
  transform,
  union,
  unknown,
} from 'valibot';
import type { Link, LinkRefusal, Question } from '#machines/shared/password-steps.ts';
import { text, textOrNumber } from '#src/api/decode/fields.ts';
import { type PasswordStrength, strengthOf } from '#wire/password-rules.ts';

/** The message for a reused password when one is created (spec section 8). */
export const DUPLICATE_MESSAGE = 'Duplicate password history';

/** Answer of GET /pw/level; levels other than 1, 2 and 3 are ignored (rule 196). */
export const strength: GenericSchema<unknown, PasswordStrength> = pipe(
  object({ level: optional(unknown()), twoKinds: optional(unknown()) }),
  transform(strengthOf),
);

/** An answer without fields. An empty one is a 204. */
export const emptyAnswer: GenericSchema<unknown, { readonly status: number }> = pipe(
  object({ status: optional(union([number(), string()])) }),
  transform(({ status }) => ({ status: status === undefined ? 204 : Number(status) })),
);

/** Answer of PUT and POST /pw. `to` is the target of a login that the change has completed. */
export const savedPassword: GenericSchema<unknown, { readonly to: string; readonly message: string }> =
  object({
    to: text,
    message: text,
  });

const questionFields = object({
  questionId: pipe(
    unknown(),
    transform((id) => textOrNumber(id) ?? ''),
  ),
  questionKo: text,
  questionEn: text,
});

const isComplete = ({ questionId, questionKo, questionEn }: Question): boolean =>
  questionId !== '' && questionKo + questionEn !== '';

/** Answer of GET /data/sso/password/questions/{userId}: one question, or none. */
export const question: GenericSchema<unknown, readonly Question[]> = pipe(
  questionFields,
  transform((question) => [question].filter(isComplete)),
);

/** Answer of GET /data/sso/password/questions. */
export const questions: GenericSchema<unknown, readonly Question[]> = pipe(
  object({ data: optional(array(questionFields), []) }),
  transform(({ data }) => data.filter(isComplete)),
);

/** Why a link is refused, by its error code (spec section 5). */
export function linkRefusal(code: unknown): LinkRefusal {
  if (code === '001') return 'expired';
  return code === '002' ? 'used' : 'invalid';
}

/** Answer of POST /data/sso/password/ak/verification. An unknown `ak_type` makes the link invalid. */
export const link: GenericSchema<unknown, Link | { readonly refusal: LinkRefusal }> = pipe(
  object({ redirectUrl: text, ak_type: text, error_code: text }),
  transform(({ redirectUrl, ak_type: kind, error_code: code }): Link | { refusal: LinkRefusal } => {
    if (code !== '' || (kind !== 'create' && kind !== 'change')) return { refusal: linkRefusal(code) };
    return { kind, redirectUrl };
  }),
);
