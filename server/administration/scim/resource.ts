import { createHash } from 'node:crypto';
import { type FieldChanges, fieldsOf, NEW_FIELDS } from '#server/administration/fields.ts';
import { isHangul } from '#server/administration/hangul.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { ScimUser, ScimValues } from '#server/storage/repositories/scim-users.ts';
import { USER_SCHEMA } from '#wire/scim.ts';
import { ScimError } from './error.ts';

type ValueEntry = { readonly value?: string; readonly type?: string; readonly primary?: boolean };

/** A user as an identity source sends it, checked by the schema. */
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
export type Resource = Omit<SentUser, 'password'> & {
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

const optional = <Key extends string, Value>(key: Key, value: Value | null | undefined | '') =>
  value === null || value === undefined || value === '' ? {} : { [key]: value };

const mailsOf = ({ internalMail, privateMail }: Account): readonly ValueEntry[] => [
  ...(internalMail ? [{ value: internalMail, type: 'work', primary: true }] : []),
  ...(privateMail ? [{ value: privateMail, type: 'home' }] : []),
];

/** The language of names in resources: the one in which the source sends them. */
const shownLanguage = (user: Pick<ScimUser, 'language'> | null): 'ko' | 'en' => user?.language ?? 'ko';

/**
 * An account as a SCIM resource, with names in the language in which the source sends them.
 * @param furtherAttributes attributes and extensions, by name and schema
 */
export function resourceOf(
  account: Account,
  user: ScimUser,
  base: string,
  furtherAttributes: Readonly<Record<string, unknown>> = {},
): Resource {
  const { name, lastName, firstName, phoneNumber, status, userId } = account;
  const language = shownLanguage(user);
  const emails = mailsOf(account);
  const content = {
    schemas: [USER_SCHEMA, ...Object.keys(furtherAttributes).filter((name) => name.startsWith('urn:'))],
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

/** Korean names have no space between the parts. */
function joinedName(family = '', givenName = ''): string {
  return isHangul(family + givenName) ? `${family}${givenName}` : `${givenName} ${family}`.trim();
}

/** The full name that was sent; null for none. */
const fullName = ({ displayName, name }: SentUser): string | null =>
  [displayName, name?.formatted, joinedName(name?.familyName, name?.givenName)].find(
    (text) => text !== undefined && text.trim() !== '',
  ) ?? null;

type NamePart = 'name' | 'lastName' | 'firstName';

/**
 * Changes of a name that a source sends in one language. Where both languages have the same name or none, both are
 * changed; otherwise only that language.
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
 * The internal mail is of type work, otherwise the primary mail, otherwise the first without a type; the private mail is of
 * type home or other.
 */
function mailChanges(all: readonly ValueEntry[] = []): FieldChanges {
  const internal =
    all.find((mail) => typeOf(mail) === 'work') ??
    all.find((mail) => mail.primary === true) ??
    all.find((mail) => typeOf(mail) === '');
  const personal = all.find((mail) => mail !== internal && ['home', 'other'].includes(typeOf(mail)));
  return { internalMail: internal?.value ?? '', privateMail: personal?.value ?? '' };
}

/** The phone number for codes: of type mobile, or without a type. */
function phoneChanges(all: readonly ValueEntry[] = []): FieldChanges {
  const mobile =
    all.find((number) => typeOf(number) === 'mobile') ?? all.find((number) => typeOf(number) === '');
  return { phoneNumber: (mobile?.value ?? '').replace(/^tel:/i, '') };
}

/** A source cannot enable an account that an operator blocked. An absent or unchanged value changes nothing. */
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

const MAX_EXTERNAL_ID = 256;

/** An existing account with its SCIM data. */
type ExistingUser = { readonly account: Account; readonly user: ScimUser };

/**
 * The account changes of a user sent by a source or an operator. The script of a name decides its language; a name
 * that the source sends back unchanged keeps its language. Without a name, the account of a source gets its ID as
 * name.
 * @param userType of a new account
 * @throws ScimError 400 `invalidValue` for an externalId that is too long
 */
export function changesOf(
  sent: SentUser,
  existing: ExistingUser | null,
  userType: Account['userType'],
  isOperator: boolean,
): { readonly changes: FieldChanges; readonly values: ScimValues } {
  if ((sent.externalId?.length ?? 0) > MAX_EXTERNAL_ID) {
    throw new ScimError(400, 'invalidValue', `externalId has at most ${MAX_EXTERNAL_ID} characters.`);
  }
  const before = existing?.account ?? null;
  const currentLanguage = shownLanguage(existing?.user ?? null);
  const currentName = before?.name[currentLanguage] ?? null;
  const name = fullName(sent) ?? (isOperator ? '' : sent.userName);
  const languageOfScript = isHangul(name) ? 'ko' : 'en';
  const isUnchangedName = name === currentName;
  const language = isUnchangedName ? currentLanguage : languageOfScript;
  const all: FieldChanges = {
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
    Object.entries(all).filter(([field, value]) => fields[field as keyof typeof fields] !== value),
  );
  const values: ScimValues = {
    externalId: sent.externalId ?? null,
    locale: sent.locale ?? null,
    language: isUnchangedName || name === '' ? (existing?.user.language ?? null) : languageOfScript,
  };
  return { changes, values };
}
