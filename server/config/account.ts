import * as v from 'valibot';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { emergencyCode, tokens } from './devices.ts';
import { date, described, hours, passwordHash, period, text } from './values.ts';

const tokenCode = v.picklist(Object.values(TOKEN_CODES), 'must be a type code');

/** Longer than any name, and short enough for every screen, token and assertion. */
const MAX_NAME = 200;

const nameText = v.pipe(text, v.maxLength(MAX_NAME, `must have at most ${MAX_NAME} characters`));
const name = v.strictObject({
  ko: described(nameText, 'In Korean.'),
  en: described(nameText, 'In English.'),
});

/** An account to create when it is not there yet; an existing one is left as it is. */
export const account = v.strictObject({
  userId: described(
    v.pipe(text, v.maxLength(128, 'must have at most 128 characters')),
    'What the person types as ID; never changed later.',
  ),
  name: described(name, 'Name of the person, as services receive it.'),
  lastName: v.optional(described(name, 'Family name, compared with what is entered in an identity check.')),
  firstName: v.optional(described(name, 'Given name, compared with what is entered in an identity check.')),
  passwordHash: v.optional(
    described(passwordHash, 'As node cli/hash-password.ts prints it; without it there is no password here.'),
  ),
  passwordExpires: v.optional(
    described(date, 'Last day of the password, after which it has to be changed; none without it.'),
  ),
  initialPassword: v.optional(
    described(v.boolean(), 'The password has to be changed at the first login.'),
    false,
  ),
  role: v.optional(
    described(
      v.picklist(['user', 'admin']),
      'admin: the change of an initial password is reported as that of an administrator.',
    ),
    'user',
  ),
  userType: v.optional(
    described(
      v.picklist(['LOCAL', 'EXTERNAL']),
      'Where the password is kept: here, or with EXTERNAL in the directory that `ldap` names.',
    ),
    'LOCAL',
  ),
  status: v.optional(
    described(
      v.picklist(['active', 'disabled', 'blocked']),
      'Whether the person may sign in; otherwise they are refused with 002 (disabled) or 002_3 (blocked).',
    ),
    'active',
  ),
  locked: v.optional(
    described(v.boolean(), 'The password is locked until an administrator unlocks it.'),
    false,
  ),
  inactivated: v.optional(
    described(v.array(tokenCode), 'Methods locked until an administrator unlocks them, by their type codes.'),
    [],
  ),
  usagePeriod: v.optional(described(period, 'Days on which the account may be used; always by default.')),
  usageHours: v.optional(described(hours, 'Hours in which the account may be used; always by default.')),
  phoneNumber: v.optional(described(text, 'Where codes by SMS go; without it the person has no SMS.')),
  internalMail: v.optional(
    described(
      v.pipe(v.string(), v.email('must be a mail address')),
      'Address in the company, where codes by internal mail go.',
    ),
  ),
  privateMail: v.optional(
    described(
      v.pipe(v.string(), v.email('must be a mail address')),
      'Address outside the company, where codes by private mail go.',
    ),
  ),
  tokens: v.optional(
    described(tokens, 'Devices that the person has registered; a passkey cannot be written down.'),
    {},
  ),
  emergencyCode: v.optional(
    described(emergencyCode, 'A temporary code that an administrator has issued; it is good once.'),
  ),
  fixedToken: v.optional(
    described(
      v.strictObject({
        authType: described(tokenCode, 'Type code of the method.'),
        alwaysSend: v.optional(
          described(v.boolean(), 'Its code or push is sent at once, without a press.'),
          false,
        ),
      }),
      'The method that the person has chosen to be led to always.',
    ),
  ),
});

export type AccountEntry = v.InferOutput<typeof account>;
