import * as v from 'valibot';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { emergencyCode, tokens } from './devices.ts';
import { date, hours, passwordHash, period, text, withDescription } from './values.ts';

const tokenCode = v.picklist(Object.values(TYPE_CODES), 'must be a type code');

/** Maximum length of a name, which fits every screen, token and assertion. */
const MAX_NAME_LENGTH = 200;

const nameText = v.pipe(
  text,
  v.maxLength(MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`),
);
const name = v.strictObject({
  ko: withDescription(nameText, 'In Korean.'),
  en: withDescription(nameText, 'In English.'),
});

/** An account that is created when the server starts, unless the account exists. */
export const account = v.strictObject({
  userId: withDescription(
    v.pipe(text, v.maxLength(128, 'must have at most 128 characters')),
    'ID that the person types to sign in; it is never changed.',
  ),
  name: withDescription(name, 'Name of the person, as services receive it.'),
  lastName: v.optional(
    withDescription(name, 'Family name, compared with what is entered in an identity check.'),
  ),
  firstName: v.optional(
    withDescription(name, 'Given name, compared with what is entered in an identity check.'),
  ),
  passwordHash: v.optional(
    withDescription(
      passwordHash,
      'Hash as printed by node cli/hash-password.ts; by default the portal stores no password.',
    ),
  ),
  passwordExpires: v.optional(
    withDescription(
      date,
      'Last day on which the password is valid; by default the password does not expire.',
    ),
  ),
  initialPassword: v.optional(
    withDescription(v.boolean(), 'The password has to be changed at the first login.'),
    false,
  ),
  role: v.optional(
    withDescription(
      v.picklist(['user', 'admin']),
      "admin: when an initial password must be changed, the page shows the text for an administrator's first login.",
    ),
    'user',
  ),
  userType: v.optional(
    withDescription(
      v.picklist(['LOCAL', 'EXTERNAL']),
      'Where the password is stored: in the portal, or for EXTERNAL in the directory of `ldap`.',
    ),
    'LOCAL',
  ),
  status: v.optional(
    withDescription(
      v.picklist(['active', 'disabled', 'blocked']),
      'Whether the person may sign in; otherwise they are refused with 002 (disabled) or 002_3 (blocked).',
    ),
    'active',
  ),
  locked: v.optional(
    withDescription(v.boolean(), 'The password is locked until an administrator unlocks it.'),
    false,
  ),
  inactivated: v.optional(
    withDescription(
      v.array(tokenCode),
      'Type codes of the methods that are locked until an administrator unlocks them.',
    ),
    [],
  ),
  usagePeriod: v.optional(
    withDescription(period, 'Days on which the account may be used; by default every day.'),
  ),
  usageHours: v.optional(
    withDescription(hours, 'Hours in which the account may be used; by default all hours.'),
  ),
  phoneNumber: v.optional(
    withDescription(text, 'Number to which codes are sent by SMS; a person without a number cannot use SMS.'),
  ),
  internalMail: v.optional(
    withDescription(
      v.pipe(v.string(), v.email('must be a mail address')),
      'Address in the company, to which codes are sent by internal mail.',
    ),
  ),
  privateMail: v.optional(
    withDescription(
      v.pipe(v.string(), v.email('must be a mail address')),
      'Address outside the company, to which codes are sent by private mail.',
    ),
  ),
  tokens: v.optional(
    withDescription(tokens, 'Devices that the person has registered; a passkey cannot be configured.'),
    {},
  ),
  emergencyCode: v.optional(
    withDescription(emergencyCode, 'A temporary code that an administrator has issued; it works once.'),
  ),
  fixedToken: v.optional(
    withDescription(
      v.strictObject({
        authType: withDescription(tokenCode, 'Type code of the method.'),
        alwaysSend: v.optional(
          withDescription(v.boolean(), 'A code or push of the method is sent automatically.'),
          false,
        ),
      }),
      'The default method of the person.',
    ),
  ),
});

export type AccountEntry = v.InferOutput<typeof account>;
