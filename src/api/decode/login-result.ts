import { check, custom, type GenericSchema, nullish, object, pipe, transform } from 'valibot';
import type { LoginResult } from '#machines/shared/domain.ts';
import { text } from '#src/api/decode/fields.ts';
import { ranks } from '#src/api/decode/ranks.ts';

/** Fields that every login result may have. */
const FIELDS = { to: text, auth: text, expiredDay: text, accessToken: text, secondToken: text };

/** Decodes the answer of the password gate, which has no required fields. */
export const passwordProof: GenericSchema<unknown, LoginResult> = object(FIELDS);

/** Whether an answer has any field of a login result. */
const hasLoginField = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && Object.keys(FIELDS).some((field) => field in answer);

/**
 * Decodes the answer of the call that completes a login (spec section 3, Login result). Every field may be missing, but
 * an answer without any field is malformed.
 */
export const loginResult: GenericSchema<unknown, LoginResult> = pipe(
  custom(hasLoginField),
  object({ ...FIELDS, endSignIns: text, passkeyOffer: text }),
  transform(({ endSignIns, passkeyOffer, ...login }) => ({
    ...login,
    ...(endSignIns !== '' && { endSignIns }),
    ...(passkeyOffer !== '' && { passkeyOffer }),
  })),
);

/**
 * Decodes the answer of the first of two steps. If only one of the two tokens is present, it is used as both. An answer
 * without a token is malformed (rule 58).
 */
export const firstStepResult: GenericSchema<unknown, LoginResult> = pipe(
  object({ ...FIELDS, secondTokenPriority: nullish(ranks) }),
  check(({ accessToken, secondToken }) => accessToken !== '' || secondToken !== ''),
  transform(({ secondTokenPriority, ...login }) => ({
    ...login,
    ...(secondTokenPriority && { secondTokenPriority }),
    accessToken: login.accessToken || login.secondToken,
    secondToken: login.secondToken || login.accessToken,
  })),
);
