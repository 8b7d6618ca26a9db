import * as v from 'valibot';
import { date, text, wholeNumber } from './values.ts';

/** The form of a token's hash. */
const TOKEN_HASH = /^sha256\$[\w-]{43}$/;

/** A bearer token of an external system. */
export const bearerToken = v.strictObject({
  name: v.pipe(
    text,
    v.maxLength(40),
    v.description('Name of the holder of the token in the audit, such as "entra".'),
  ),
  hash: v.pipe(
    v.string(),
    v.regex(TOKEN_HASH, 'must be a hash as npm run admin -- scim-token prints it'),
    v.description(
      'Hash of the token, as npm run admin -- scim-token prints it; the token itself is not stored.',
    ),
  ),
  until: v.optional(v.pipe(date, v.description('The last day on which the token is valid.'))),
});

/** Accounts managed by an identity source of the company (RFC 7644). */
export const scim = v.strictObject({
  tokens: v.pipe(
    v.array(bearerToken),
    v.minLength(1, 'must contain at least one token'),
    v.description(
      'Bearer tokens of the identity source: usually one token, and two tokens while one replaces the other.',
    ),
  ),
  perMinute: v.optional(
    v.pipe(wholeNumber(1), v.description('Calls that one token may make in a minute.')),
    1200,
  ),
});
