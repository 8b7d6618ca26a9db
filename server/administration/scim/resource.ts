import { createHash } from 'node:crypto';
import { type FieldChanges, fieldsOf, NEW_FIELDS } from '#server/administration/fields.ts';
import { hasHangul } from '#server/administration/hangul.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { ScimUser, ScimValues } from '#server/storage/repositories/scim-users.ts';
import { USER_SCHEMA } from '#wire/scim.ts';
import { ScimError } from './error.ts';

/** A mail address or phone number. */
type ValueEntry = { readonly value?: string; readonly type?: string; readonly primary?: boolean };

/** A user as an identity source has sent it, after validation with the schema. */
export type SentUser = {
  readonly userName: string;
  readonly externalId?: string;
  readonly name?: { readonly formatted?: string; readonly familyName?: string; readonly givenName?: string };
  readonly displayName?: string;
  readonly emails?: readonly ValueEntry[];
  readonly phoneNumbers?: readonly ValueEntry[];
  readonly active?: boolean;
  readonly locale?: string;
  readonly password?: string;
};

/** A user as a SCIM resource, without secrets. */
export type UserResource = Omit<SentUser, 'password'> & {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: {
    readonly resourceType: 'User';
    readonly created: string;
    readonly lastModified: string;
    readonly location: string;
    readonly version: string;
  };
};

/** An object with one key; an empty object without a value. */
const optional = <Key extends string, Value>(key: Key, value: Value | null | undefined | '') =>
  value === null || value === undefined || value === '' ? {} : { [key]: value };

const mailsOf = ({ internalMail, privateMail }: Account): readonly ValueEntry[] => [
  ...(internalMail ? [{ value: internalMail, type: 'work', primary: true }] : []),
  ...(privateMail ? [{ value: privateMail, type: 'home' }] : []),
];

/** The language of the names in a resource: the language in which the identity source sends names. */
const shownLanguage = (user: Pick<ScimUser, 'language'> | null): 'ko' | 'en' => user?.language ?? 'ko';

/**
 * An account as a SCIM resource, with names in the language in which the identity source sends names.
 * @param furtherAttributes attributes by their names, and extensions by the URIs of their schemas
 */
export function userResource(
  account: Account,
  user: ScimUser,
  base: string,
  furtherAttributes: Readonly<Record<string, unknown>> = {},
): UserResource {
  const { name, lastName, firstName, phoneNumber, status, userId } = account;
  const language = shownLanguage(user);
  const emails = mailsOf(account);
  const content = {
    schemas: [
      USER_SCHEMA,
      ...Object.keys(furtherAttributes).filter((attribute) => attribute.startsWith('urn:')),
    ],
    id: user.scimId,
    ...optional('externalId', user.externalId),
    userName: userId,
    name: {
      formatted: name[language],
      ...optional('familyName', lastName?.[language]),
      ...optional('givenName', firstName?.[language]),
    },
    displayName: name[language],
    ...(emails.length > 0 && { emails }),
    ...(phoneNumber && { phoneNumbers: [{ value: phoneNumber, type: 'mobile' }] }),
    active: status === 'active',
    ...optional('locale', user.locale),
    ...furtherAttributes,
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
  return {
    ...content,
    meta: {
      resourceType: 'User',
      created: new Date(user.createdAt).toISOString(),
      lastModified: new Date(user.modifiedAt).toISOString(),
      location: `${base}/Users/${user.scimId}`,
      version: `W/"${hash}"`,
    },
  };
}

/** A full name. A Korean name has the family name first and no space. */
function joinName(family = '', givenName = ''): string {
  return hasHangul(family + givenName) ? `${family}${givenName}` : `${givenName} ${family}`.trim();
}

/** The full name of a sent user; null when no name was sent. */
const fullName = ({ displayName, name }: SentUser): string | null =>
  [displayName, name?.formatted, joinName(name?.familyName, name?.givenName)].find(
    (text) => text !== undefined && text.trim() !== '',
  ) ?? null;

type NamePart = 'name' | 'lastName' | 'firstName';

/**
 * The changes of a name that was sent in one language. If the account has the same name in both languages, or none,
 * both are changed; otherwise only the name in this language.
 */
function nameChanges(
  before: Account | null,
  part: NamePart,
  text: string,
  language: 'ko' | 'en',
): FieldChanges {
  const currentName = before?.[part] ?? null;
  if (currentName?.[language] === text) return {};
  const isSameInBoth = currentName === null || currentName.ko === currentName.en || text === '';
  const after = isSameInBoth ? { ko: text, en: text } : { ...currentName, [language]: text };
  return { [`${part}Ko`]: after.ko, [`${part}En`]: after.en };
}

const typeOf = ({ type = '' }: ValueEntry): string => type.toLowerCase();

/**
 * The changes of the mail addresses. The internal mail is the mail of type work, otherwise the primary mail, otherwise
 * the first mail without a type. The private mail is the first other mail of type home or other.
 */
function mailChanges(mails: readonly ValueEntry[] = []): FieldChanges {
  const internal =
    mails.find((mail) => typeOf(mail) === 'work') ??
    mails.find((mail) => mail.primary === true) ??
    mails.find((mail) => typeOf(mail) === '');
  const personal = mails.find((mail) => mail !== internal && ['home', 'other'].includes(typeOf(mail)));
  return { internalMail: internal?.value ?? '', privateMail: personal?.value ?? '' };
}

/** The change of the phone number: the number of type mobile, otherwise the first number without a type. */
function phoneChanges(numbers: readonly ValueEntry[] = []): FieldChanges {
  const mobile =
    numbers.find((number) => typeOf(number) === 'mobile') ?? numbers.find((number) => typeOf(number) === '');
  return { phoneNumber: (mobile?.value ?? '').replace(/^tel:/i, '') };
}

/** The change of the status. An identity source cannot enable an account that an operator has blocked. */
function statusChanges(
  before: Account | null,
  active: boolean | undefined,
  isOperator: boolean,
): FieldChanges {
  const isUnchanged = before !== null && active === (before.status === 'active');
  const isBlocked = before?.status === 'blocked' && !isOperator;
  if (active === undefined || isUnchanged || isBlocked) return {};
  return { status: active ? 'active' : 'disabled' };
}

const MAX_EXTERNAL_ID_LENGTH = 256;

/** An existing account with its SCIM data. */
type ExistingUser = { readonly account: Account; readonly user: ScimUser };

/**
 * The account changes, and the SCIM values, that a sent user requests. The script of a name decides its language, but
 * an unchanged name stays in its language. If an identity source sends no name, the ID becomes the name.
 * @param userType the type of a new account
 * @param isOperator whether an operator, not an identity source, has sent the user
 * @throws ScimError 400 `invalidValue` for an externalId that is too long
 */
export function requestedChanges(
  sent: SentUser,
  existing: ExistingUser | null,
  userType: Account['userType'],
  isOperator: boolean,
): { readonly changes: FieldChanges; readonly values: ScimValues } {
  if ((sent.externalId?.length ?? 0) > MAX_EXTERNAL_ID_LENGTH) {
    throw new ScimError(400, 'invalidValue', `externalId has at most ${MAX_EXTERNAL_ID_LENGTH} characters.`);
  }
  const before = existing?.account ?? null;
  const currentLanguage = shownLanguage(existing?.user ?? null);
  const currentName = before?.name[currentLanguage] ?? null;
  const name = fullName(sent) ?? (isOperator ? '' : sent.userName);
  const languageOfScript = hasHangul(name) ? 'ko' : 'en';
  const isUnchangedName = name === currentName;
  const language = isUnchangedName ? currentLanguage : languageOfScript;
  const sentFields: FieldChanges = {
    ...(before ? {} : { userType }),
    ...nameChanges(before, 'name', name, language),
    ...nameChanges(before, 'lastName', sent.name?.familyName ?? '', language),
    ...nameChanges(before, 'firstName', sent.name?.givenName ?? '', language),
    ...mailChanges(sent.emails),
    ...phoneChanges(sent.phoneNumbers),
    ...statusChanges(before, sent.active, isOperator),
  };
  const fields = before ? fieldsOf(before) : NEW_FIELDS;
  const changes = Object.fromEntries(
    Object.entries(sentFields).filter(([field, value]) => fields[field as keyof typeof fields] !== value),
  );
  const values: ScimValues = {
    externalId: sent.externalId ?? null,
    locale: sent.locale ?? null,
    language: isUnchangedName || name === '' ? (existing?.user.language ?? null) : languageOfScript,
  };
  return { changes, values };
}
