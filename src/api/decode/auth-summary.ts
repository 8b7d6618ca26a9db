import { array, type GenericSchema, nullish, object, pipe, string, transform, union } from 'valibot';
import type { AuthSummary, ReauthReason } from '#machines/shared/domain.ts';
import { flag, text } from '#src/api/decode/fields.ts';
import { lastSignIn } from '#src/api/decode/last-sign-in.ts';
import { REAUTH_REASONS } from '#wire/initial-data.ts';

/** The scopes of a request: a list, or a text that separates them with spaces. */
const scopes = nullish(
  union([
    array(string()),
    pipe(
      string(),
      transform((list) => list.split(' ')),
    ),
  ]),
  [],
);

/** Removes pipes from an ID, because a pipe separates the values of `userPassword` (rules 43 and 68). */
const withoutPipes = (id: string): string => id.replaceAll('|', '');

const readReauthReason = (reason: string): ReauthReason =>
  REAUTH_REASONS.find((candidate) => candidate === reason) ?? '';

/** Decodes the answer of GET /summary/auth (spec section 3, Auth summary). */
export const authSummary: GenericSchema<unknown, AuthSummary> = pipe(
  object({
    clientId: text,
    serviceId: text,
    userId: text,
    redirectUrl: text,
    isAlreadyAuth: flag,
    scopes,
    reauthReason: text,
    lastSignIn,
  }),
  transform((answer) => ({
    clientId: withoutPipes(answer.clientId) || withoutPipes(answer.serviceId),
    hasServiceId: withoutPipes(answer.serviceId) !== '',
    userId: answer.userId,
    redirectUrl: answer.redirectUrl,
    isAlreadyAuth: answer.isAlreadyAuth,
    hasOpenIdScope: answer.scopes.includes('openid'),
    reauthReason: readReauthReason(answer.reauthReason),
    ...(answer.lastSignIn && { lastSignIn: answer.lastSignIn }),
  })),
);
