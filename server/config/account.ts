import * as v from 'valibot';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { emergencyCode, tokens } from './devices.ts';
import { date, hours, localized, period, text } from './values.ts';

const tokenCode = v.picklist(Object.values(TOKEN_CODES), 'must be a type code');

/** An account to create when it is not there yet; an existing one is left as it is. */
export const account = v.strictObject({
  userId: v.pipe(text, v.maxLength(128, 'must have at most 128 characters')),
  name: localized,
  /** Compared with what a person enters in an identity check. */
  lastName: v.optional(localized),
  firstName: v.optional(localized),
  /** As `node server/login/password/hash-cli.ts` prints it. */
  passwordHash: v.optional(v.pipe(v.string(), v.regex(/^scrypt\$/, 'must be a scrypt hash'))),
  passwordExpires: v.optional(date),
  /** An administrator's first login has to change the password (spec section 6). */
  initialPassword: v.optional(v.boolean(), false),
  role: v.optional(v.picklist(['user', 'admin']), 'user'),
  userType: v.optional(v.picklist(['LOCAL', 'EXTERNAL']), 'LOCAL'),
  status: v.optional(v.picklist(['active', 'disabled', 'blocked']), 'active'),
  locked: v.optional(v.boolean(), false),
  /** Methods that an administrator has inactivated, by their type codes. */
  inactivated: v.optional(v.array(tokenCode), []),
  usagePeriod: v.optional(period),
  usageHours: v.optional(hours),
  phoneNumber: v.optional(text),
  internalMail: v.optional(v.pipe(v.string(), v.email('must be a mail address'))),
  privateMail: v.optional(v.pipe(v.string(), v.email('must be a mail address'))),
  tokens: v.optional(tokens, {}),
  emergencyCode: v.optional(emergencyCode),
  /** The method that the person always uses (decision 61). */
  fixedToken: v.optional(v.strictObject({ authType: tokenCode, alwaysSend: v.optional(v.boolean(), false) })),
});

export type AccountEntry = v.InferOutput<typeof account>;
