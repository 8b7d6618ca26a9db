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

/** The message with which the server refuses a reused password (spec section 8). */
export const DUPLICATE_MESSAGE = 'Duplicate password history';

/** Decodes the answer of GET /pw/level. A level other than 1, 2 and 3 is ignored (rule 196). */
export const strength: GenericSchema<unknown, PasswordStrength> = pipe(
  object({ level: optional(unknown()), twoKinds: optional(unknown()) }),
  transform(strengthOf),
);

/** Decodes an answer that has at most a `status`. An answer without a `status` counts as status 204. */
export const emptyAnswer: GenericSchema<unknown, { readonly status: number }> = pipe(
  object({ status: optional(union([number(), string()])) }),
  transform(({ status }) => ({ status: status === undefined ? 204 : Number(status) })),
);

/** Decodes the answer of PUT and POST /pw. `to` is the return target of a login that the new password has completed. */
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

/** Whether a question has an ID and a text in at least one language. */
const isComplete = ({ questionId, questionKo, questionEn }: Question): boolean =>
  questionId !== '' && questionKo + questionEn !== '';

/** Decodes the answer of GET /data/sso/password/questions/{userId} into a list with one question, or an empty list. */
export const question: GenericSchema<unknown, readonly Question[]> = pipe(
  questionFields,
  transform((question) => [question].filter(isComplete)),
);

/** Decodes the answer of GET /data/sso/password/questions. */
export const questions: GenericSchema<unknown, readonly Question[]> = pipe(
  object({ data: optional(array(questionFields), []) }),
  transform(({ data }) => data.filter(isComplete)),
);

/** The reason why a link is refused, from the error code of the answer (spec section 5). */
export function linkRefusal(code: unknown): LinkRefusal {
  if (code === '001') return 'expired';
  return code === '002' ? 'used' : 'invalid';
}

/** Decodes the answer of POST /data/sso/password/ak/verification. A link with an unknown `ak_type` is invalid. */
export const link: GenericSchema<unknown, Link | { readonly refusal: LinkRefusal }> = pipe(
  object({ redirectUrl: text, ak_type: text, error_code: text }),
  transform(({ redirectUrl, ak_type: kind, error_code: code }): Link | { refusal: LinkRefusal } => {
    if (code !== '' || (kind !== 'create' && kind !== 'change')) return { refusal: linkRefusal(code) };
    return { kind, redirectUrl };
  }),
);
