import { type GenericSchema, object, optional, pipe, transform } from 'valibot';
import type { Account } from '#machines/shared/domain.ts';
import { flag, registeredValue } from '#src/api/decode/fields.ts';

/** Decodes the answer of GET /data/sso/accounts/{userId} (spec section 3, Account). */
export const account: GenericSchema<unknown, Account> = pipe(
  object({
    setPasswordFlag: flag,
    phoneNumber: registeredValue,
    internalMail: registeredValue,
    privateMail: registeredValue,
    questionFlag: optional(flag),
  }),
  transform(({ setPasswordFlag, questionFlag, ...contacts }) => ({
    canSetPassword: setPasswordFlag,
    ...contacts,
    ...(questionFlag !== undefined && { hasQuestion: questionFlag }),
  })),
);
