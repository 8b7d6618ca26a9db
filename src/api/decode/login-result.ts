import { type GenericSchema, object } from 'valibot';
import type { LoginResult } from '#machines/shared/domain.ts';
import { text } from '#src/api/decode/fields.ts';

/** Answer of the calls that log in (spec section 3, Login result). */
export const loginResult: GenericSchema<unknown, LoginResult> = object({
  to: text,
  auth: text,
  expiredDay: text,
  accessToken: text,
  secondToken: text,
});
