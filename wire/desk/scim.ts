import { PATCH_SCHEMA, SEARCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import type { AccountBody, ActBody } from './acts.ts';
import { DESK_CALLS, type DeskCallName, isScimCall } from './calls.ts';
import { DESK_USER_SCHEMA } from './names.ts';
import { ACCOUNT_FIELDS, type AccountField, type PeopleQuery, type PeopleState } from './people.ts';

/** Fields of an account that the desk stores in core attributes of a SCIM user. */
const CORE_FIELDS = ['userId', 'phoneNumber', 'internalMail', 'privateMail'] as const;
type CoreField = (typeof CORE_FIELDS)[number];

const isCore = (field: string): field is CoreField => CORE_FIELDS.some((core) => core === field);

/** Fields of an account that are attributes of the desk's extension schema, with the same names. */
export const EXTENSION_FIELDS = ACCOUNT_FIELDS.filter(
  (field): field is Exclude<AccountField, CoreField> => !isCore(field),
);

/** Multi-valued attribute and type of each contact of an account. */
const CONTACTS = {
  phoneNumber: ['phoneNumbers', 'mobile'],
  internalMail: ['emails', 'work'],
  privateMail: ['emails', 'home'],
} as const satisfies Readonly<Record<Exclude<CoreField, 'userId'>, readonly [string, string]>>;

type ContactField = keyof typeof CONTACTS;
const CONTACT_FIELDS = Object.keys(CONTACTS) as readonly ContactField[];

type ContactValues = readonly { readonly value: string; readonly type: string }[];

/** A SCIM user as the desk reads it. */
export type DeskUser = {
  readonly id: string;
  readonly userName: string;
  readonly emails?: ContactValues | undefined;
  readonly phoneNumbers?: ContactValues | undefined;
  readonly [DESK_USER_SCHEMA]: Readonly<Partial<Record<string, string>>>;
};

/** The fields of a SCIM user; empty when unset. */
export const fieldsOfUser = (user: DeskUser): Readonly<Record<AccountField, string>> => {
  const contacts = CONTACT_FIELDS.map((field) => {
    const [list, contactType] = CONTACTS[field];
    return [field, user[list]?.find(({ type }) => type === contactType)?.value ?? ''] as const;
  });
  const extension = EXTENSION_FIELDS.map((field) => [field, user[DESK_USER_SCHEMA][field] ?? ''] as const);
  return { userId: user.userName, ...Object.fromEntries([...contacts, ...extension]) } as Readonly<
    Record<AccountField, string>
  >;
};

/** The filter comparison for each state of people. */
export const STATE_FILTERS: Readonly<
  Record<PeopleState, readonly [attribute: string, value: string | true]>
> = {
  active: ['status', 'active'],
  disabled: ['status', 'disabled'],
  blocked: ['status', 'blocked'],
  dormant: ['suspended', 'dormant'],
  reported: ['suspended', 'reported'],
  locked: ['locked', true],
};

const extensionAttribute = (attribute: string): string => `${DESK_USER_SCHEMA}:${attribute}`;

const stateFilter = (state: PeopleState): string => {
  const [attribute, value] = STATE_FILTERS[state];
  return `${extensionAttribute(attribute)} eq ${JSON.stringify(value)}`;
};

const search = (filter: string, more: object) => ({
  schemas: [SEARCH_SCHEMA],
  ...(filter !== '' && { filter }),
  ...more,
});

/** Query of people by a text, or of the SCIM id of the account with this ID. */
type SearchBody = PeopleQuery | { readonly userId: string };

/** The attributes of each person in a list. */
const LIST_ATTRIBUTES: readonly string[] = [
  ...['userName', 'emails', 'phoneNumbers'],
  ...['nameKo', 'nameEn', 'status', 'suspended'].map(extensionAttribute),
];

const listSearch = ({ find, status, after, limit }: PeopleQuery) =>
  search(
    [
      ...(find === '' ? [] : [`${extensionAttribute('words')} sw ${JSON.stringify(find)}`]),
      ...(status ? [stateFilter(status)] : []),
    ].join(' and '),
    {
      attributes: LIST_ATTRIBUTES,
      ...(after && { cursor: after }),
      ...(limit !== undefined && { count: limit }),
    },
  );

const peopleSearch = (query: SearchBody) =>
  'userId' in query
    ? search(`userName eq ${JSON.stringify(query.userId)}`, { attributes: ['userName'], count: 1 })
    : listSearch(query);

const contactsOf = (fields: AccountBody['fields'], list: 'emails' | 'phoneNumbers') =>
  CONTACT_FIELDS.flatMap((field) => {
    const [attribute, type] = CONTACTS[field];
    const value = fields[field];
    return attribute === list && value ? [{ value, type }] : [];
  });

const extensionFields = (fields: AccountBody['fields']) =>
  Object.entries(fields).filter(([field]) => !isCore(field));

const newUser = ({ userId, fields, groups, reason }: AccountBody) => {
  const [emails, phoneNumbers] = [contactsOf(fields, 'emails'), contactsOf(fields, 'phoneNumbers')];
  return {
    schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
    userName: userId,
    ...(emails.length > 0 && { emails }),
    ...(phoneNumbers.length > 0 && { phoneNumbers }),
    [DESK_USER_SCHEMA]: {
      ...Object.fromEntries(extensionFields(fields)),
      ...(groups && { groups }),
      ...(reason !== undefined && { reason }),
    },
  };
};

type Operation = {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
};

const replace = (path: string, value: unknown): Operation => ({ op: 'replace', path, value });

/** Removes the value of a type, if there is one, before another value is added. */
const contactOperations = (field: ContactField, value: string): readonly Operation[] => {
  const [list, type] = CONTACTS[field];
  const remove: Operation = { op: 'remove', path: `${list}[type eq "${type}"]` };
  return value === '' ? [remove] : [remove, { op: 'add', path: list, value: [{ value, type }] }];
};

const patch = (operations: readonly Operation[], reason: string | undefined) => ({
  schemas: [PATCH_SCHEMA],
  Operations: [
    ...operations,
    ...(reason === undefined ? [] : [replace(extensionAttribute('reason'), reason)]),
  ],
});

const changePatch = ({ fields, groups, reason }: AccountBody) =>
  patch(
    [
      ...CONTACT_FIELDS.flatMap((field) => {
        const value = fields[field];
        return value === undefined ? [] : contactOperations(field, value);
      }),
      ...extensionFields(fields).map(([field, value]) => replace(extensionAttribute(field), value)),
      ...(groups ? [replace(extensionAttribute('groups'), groups)] : []),
    ],
    reason,
  );

const activePatch =
  (active: boolean) =>
  ({ reason }: ActBody) =>
    patch([replace('active', active)], reason);

const BODIES = {
  people: peopleSearch,
  add: newUser,
  change: changePatch,
  disable: activePatch(false),
  enable: activePatch(true),
};

/** A call of the desk as it is sent. */
export type DeskRequest = { readonly method: string; readonly path: string; readonly body?: unknown };

/**
 * The request of a call: a SCIM request for calls that SCIM has, otherwise the body as it is.
 * @param body contains the `id` in a call about a SCIM user
 */
export function deskRequest(name: DeskCallName, body: object): DeskRequest {
  const { method, path } = DESK_CALLS[name];
  if (method === 'GET' && !isScimCall(name)) return { method, path };
  if (!isScimCall(name)) return { method, path, body };
  const { id = '', ...rest } = body as { readonly id?: string };
  const address = path.replace(':id', encodeURIComponent(id));
  if (name === 'account') return { method, path: address };
  return { method, path: address, body: BODIES[name](rest as never) };
}
