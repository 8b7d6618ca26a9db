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

/** The multi-valued SCIM attribute and the type of its value for each contact of an account. */
const CONTACTS = {
  phoneNumber: ['phoneNumbers', 'mobile'],
  internalMail: ['emails', 'work'],
  privateMail: ['emails', 'home'],
} as const satisfies Readonly<Record<Exclude<CoreField, 'userId'>, readonly [string, string]>>;

type ContactField = keyof typeof CONTACTS;
const CONTACT_FIELDS = Object.keys(CONTACTS) as readonly ContactField[];

type ContactValues = readonly { readonly value: string; readonly type: string }[];

/** The part of a SCIM user that the desk reads. */
export type DeskScimUser = {
  readonly id: string;
  readonly userName: string;
  readonly emails?: ContactValues | undefined;
  readonly phoneNumbers?: ContactValues | undefined;
  readonly [DESK_USER_SCHEMA]: Readonly<Partial<Record<string, string>>>;
};

/** The account fields of a SCIM user; a field that is not set is empty. */
export const fieldsOfUser = (user: DeskScimUser): Readonly<Record<AccountField, string>> => {
  const contacts = CONTACT_FIELDS.map((field) => {
    const [attribute, contactType] = CONTACTS[field];
    return [field, user[attribute]?.find(({ type }) => type === contactType)?.value ?? ''] as const;
  });
  const extension = EXTENSION_FIELDS.map((field) => [field, user[DESK_USER_SCHEMA][field] ?? ''] as const);
  return { userId: user.userName, ...Object.fromEntries([...contacts, ...extension]) } as Readonly<
    Record<AccountField, string>
  >;
};

/** The attribute and the value that a SCIM filter compares for each state of people. */
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

const searchRequest = (filter: string, options: object) => ({
  schemas: [SEARCH_SCHEMA],
  ...(filter !== '' && { filter }),
  ...options,
});

/** A search for people by a text, or for the SCIM id of the account with the ID `userId`. */
type SearchBody = PeopleQuery | { readonly userId: string };

/** The attributes that a list of people requests. */
const LIST_ATTRIBUTES: readonly string[] = [
  ...['userName', 'emails', 'phoneNumbers'],
  ...['nameKo', 'nameEn', 'status', 'suspended'].map(extensionAttribute),
];

/** The body of a search for people by text and state. */
const listSearch = ({ find, status, after, limit }: PeopleQuery) =>
  searchRequest(
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

/** The body of the call `people`. */
const peopleSearch = (query: SearchBody) =>
  'userId' in query
    ? searchRequest(`userName eq ${JSON.stringify(query.userId)}`, { attributes: ['userName'], count: 1 })
    : listSearch(query);

const contactValues = (fields: AccountBody['fields'], attribute: 'emails' | 'phoneNumbers') =>
  CONTACT_FIELDS.flatMap((field) => {
    const [fieldAttribute, type] = CONTACTS[field];
    const value = fields[field];
    return fieldAttribute === attribute && value ? [{ value, type }] : [];
  });

const extensionEntries = (fields: AccountBody['fields']) =>
  Object.entries(fields).filter(([field]) => !isCore(field));

/** The body of the call `add`: a new SCIM user. */
const newUser = ({ userId, fields, groups, reason }: AccountBody) => {
  const emails = contactValues(fields, 'emails');
  const phoneNumbers = contactValues(fields, 'phoneNumbers');
  return {
    schemas: [USER_SCHEMA, DESK_USER_SCHEMA],
    userName: userId,
    ...(emails.length > 0 && { emails }),
    ...(phoneNumbers.length > 0 && { phoneNumbers }),
    [DESK_USER_SCHEMA]: {
      ...Object.fromEntries(extensionEntries(fields)),
      ...(groups && { groups }),
      ...(reason !== undefined && { reason }),
    },
  };
};

type PatchOperation = {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
};

const replaceOperation = (path: string, value: unknown): PatchOperation => ({ op: 'replace', path, value });

/** The operations that set a contact: they remove the former value, and add the new value unless it is empty. */
const contactOperations = (field: ContactField, value: string): readonly PatchOperation[] => {
  const [attribute, type] = CONTACTS[field];
  const remove: PatchOperation = { op: 'remove', path: `${attribute}[type eq "${type}"]` };
  return value === '' ? [remove] : [remove, { op: 'add', path: attribute, value: [{ value, type }] }];
};

const patchRequest = (operations: readonly PatchOperation[], reason: string | undefined) => ({
  schemas: [PATCH_SCHEMA],
  Operations: [
    ...operations,
    ...(reason === undefined ? [] : [replaceOperation(extensionAttribute('reason'), reason)]),
  ],
});

/** The body of the call `change`: a patch of a SCIM user. */
const changePatch = ({ fields, groups, reason }: AccountBody) =>
  patchRequest(
    [
      ...CONTACT_FIELDS.flatMap((field) => {
        const value = fields[field];
        return value === undefined ? [] : contactOperations(field, value);
      }),
      ...extensionEntries(fields).map(([field, value]) => replaceOperation(extensionAttribute(field), value)),
      ...(groups ? [replaceOperation(extensionAttribute('groups'), groups)] : []),
    ],
    reason,
  );

const activePatch =
  (isActive: boolean) =>
  ({ reason }: ActBody) =>
    patchRequest([replaceOperation('active', isActive)], reason);

/** Functions that build the body of a SCIM request from the body of a call. */
const REQUEST_BODIES = {
  people: peopleSearch,
  add: newUser,
  change: changePatch,
  disable: activePatch(false),
  enable: activePatch(true),
};

/** The HTTP request of a call of the desk. */
export type DeskRequest = { readonly method: string; readonly path: string; readonly body?: unknown };

/**
 * The HTTP request of a call. The body of a SCIM call is translated into a SCIM request; any other body stays as it is.
 * @param body the body of the call; for a call about a SCIM user it contains the SCIM id as `id`
 */
export function deskRequest(name: DeskCallName, body: object): DeskRequest {
  const { method, path } = DESK_CALLS[name];
  if (method === 'GET' && !isScimCall(name)) return { method, path };
  if (!isScimCall(name)) return { method, path, body };
  const { id = '', ...rest } = body as { readonly id?: string };
  const address = path.replace(':id', encodeURIComponent(id));
  if (name === 'account') return { method, path: address };
  return { method, path: address, body: REQUEST_BODIES[name](rest as never) };
}
