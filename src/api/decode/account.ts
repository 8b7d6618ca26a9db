import { type GenericSchema, object, pipe, transform } from 'valibot';
import type { Account } from '#machines/shared/domain.ts';
import { flag, registered } from '#src/api/decode/fields.ts';

/** Answer of GET /data/sso/accounts/{userId} (spec section 3, Account). */
export const account: GenericSchema<unknown, Account> = pipe(
  object({
    setPasswordFlag: flag,
    phoneNumber: registered,
    internalMail: registered,
    privateMail: registered,
  }),
  transform(({ setPasswordFlag, ...contacts }) => ({ canSetPassword: setPasswordFlag, ...contacts })),
);
