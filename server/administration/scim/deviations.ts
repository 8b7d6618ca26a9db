import { GROUP_SCHEMA, PATCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import { ScimError } from './error.ts';

/**
 * Known deviations of identity sources from RFC 7643 and RFC 7644, and how they are interpreted. The audit names each
 * accepted one; any other violation is refused.
 */
export const DEVIATIONS = {
  /** Entra: `"op": "Replace"`. Names of operations are in lower case (RFC 7644, section 3.5.2). */
  'capitalised-operation': 'the operation is read in lower case',
  /** Entra: `"active": "False"`. A boolean is no text (RFC 7643, section 2.3.2). */
  'text-boolean': 'a text that says true or false is the boolean',
  /** Entra: a path with the address of the schema before the attribute. */
  'prefixed-path': 'the address of the schema is left out',
  /** A path without a value (RFC 7644, section 3.5.2.3). */
  'missing-value': 'the value at the path is removed',
  /** Entra: `emails[type eq "work"].value` where there is no such mail yet (RFC 7644, section 3.5.2.3: noTarget). */
  'new-value-by-filter': 'a value of that type is added',
  /** A path to an attribute of RFC 7643 that the portal does not store. */
  'attribute-not-held': 'the operation is left out',
  /** `operations` in place of `Operations`. */
  'small-operations': 'names of members are read in any case',
  /** A PATCH without `schemas`. */
  'missing-schemas': 'it is taken for a PatchOp',
  /** A password for an account whose password is stored in the directory. */
  'password-elsewhere': 'the password is left out',
} as const;

export type Deviation = keyof typeof DEVIATIONS;

/** Reports an accepted deviation. */
export type ReportDeviation = (deviation: Deviation) => void;

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An operation of a PATCH as the library expects it. */
export type Operation = {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path?: string;
  readonly value?: unknown;
};

/** Attributes of a user that the portal does not store (RFC 7643, section 4.1), in lower case. */
const UNSUPPORTED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'timezone',
  'ims',
  'photos',
  'addresses',
  'groups',
  'entitlements',
  'roles',
  'x509certificates',
]);

const UNSUPPORTED_SUBATTRIBUTES =
  /^(name\.(middlename|honorificprefix|honorificsuffix)|(emails|phonenumbers)(\[.*\])?\.display)$/i;

const PREFIX = new RegExp(`^(${[USER_SCHEMA, GROUP_SCHEMA].join('|').replaceAll('.', '\\.')}):`, 'i');

/** A path without the address of the schema. */
function withoutPrefix(path: string, note: ReportDeviation): string {
  const rest = path.trim().replace(PREFIX, '');
  if (rest !== path.trim()) note('prefixed-path');
  return rest;
}

const attributeOf = (path: string): string => /^[\w$-]+/.exec(path)?.[0]?.toLowerCase() ?? '';

const isUnsupported = (path: string): boolean =>
  /^urn:/i.test(path) ||
  UNSUPPORTED_ATTRIBUTES.has(attributeOf(path)) ||
  UNSUPPORTED_SUBATTRIBUTES.test(path);

const isBooleanPath = (path: string): boolean => /^active$|\.primary$/i.test(path);

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

function asBoolean(value: unknown, note: ReportDeviation): unknown {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const booleanValue = Object.hasOwn(BOOLEANS, written) ? BOOLEANS[written] : undefined;
  if (booleanValue === undefined) return value;
  note('text-boolean');
  return booleanValue;
}

/** A mail address or number whose `primary` is a boolean, not a text. */
const withBooleanPrimary = (value: unknown, note: ReportDeviation): unknown =>
  isMembers(value) && 'primary' in value ? { ...value, primary: asBoolean(value['primary'], note) } : value;

function normalisedValue(path: string, value: unknown, note: ReportDeviation): unknown {
  if (isBooleanPath(path)) return asBoolean(value, note);
  return Array.isArray(value)
    ? value.map((one) => withBooleanPrimary(one, note))
    : withBooleanPrimary(value, note);
}

/** Read-only attributes, which the portal sets (RFC 7643, section 3.1): ignored in requests. */
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta']);

/**
 * The members of a resource sent by POST or PUT; null members are absent (RFC 7643, section 2.5).
 * @param names of the schema, in lower case
 */
export function sentMembers(body: unknown, names: ReadonlySet<string>, note: ReportDeviation): Members {
  if (!isMembers(body)) throw new ScimError(400, 'invalidSyntax', 'The body has to be a JSON object.');
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const name = withoutPrefix(key, note);
      const known = name.toLowerCase();
      const isRead = names.has(known) && !READ_ONLY.has(known) && value !== null;
      return isRead ? [[name, normalisedValue(name, value, note)]] : [];
    }),
  );
}

function member(body: Members, name: string, note: ReportDeviation): unknown {
  if (Object.hasOwn(body, name)) return body[name];
  const key = Object.keys(body).find((other) => other.toLowerCase() === name.toLowerCase());
  if (key !== undefined) note('small-operations');
  return key === undefined ? undefined : body[key];
}

const OPERATIONS = ['add', 'remove', 'replace'] as const;

function operationNamed(sent: unknown, note: ReportDeviation): Operation['op'] {
  const op = OPERATIONS.find((known) => known === String(sent).toLowerCase());
  if (!op)
    throw new ScimError(
      400,
      'invalidSyntax',
      `There is no operation "${String(sent)}": add, remove, replace.`,
    );
  if (op !== sent) note('capitalised-operation');
  return op;
}

const BY_TYPE = /^(emails|phoneNumbers)\[\s*type\s+eq\s+"([^"]*)"\s*\]\.(value|primary)$/i;

/** The types of mail addresses and numbers that the user has, such as `emails work`. */
function presentTypesOf(user: Members) {
  const presentTypes = new Set<string>();
  for (const list of ['emails', 'phoneNumbers']) {
    const values = user[list];
    for (const value of Array.isArray(values) ? values : []) {
      if (isMembers(value)) presentTypes.add(`${list} ${String(value['type'])}`.toLowerCase());
    }
  }
  return presentTypes;
}

/** Turns an operation on a value of a type that does not exist yet into its creation. */
function createMissingType(
  operation: Operation,
  there: Set<string>,
  note: ReportDeviation,
): readonly Operation[] {
  const { op, path = '', value } = operation;
  const [, list = '', type = '', part = ''] = BY_TYPE.exec(path) ?? [];
  const key = `${list} ${type}`.toLowerCase();
  if (list === '' || op === 'remove' || there.has(key)) return [operation];
  note('new-value-by-filter');
  if (part.toLowerCase() === 'primary') return [];
  there.add(key);
  return [{ op: 'add', path: list, value: [{ type, value }] }];
}

function withPath(
  op: Operation['op'],
  sent: string,
  value: unknown,
  note: ReportDeviation,
  extension: string | null,
): readonly Operation[] {
  const path = withoutPrefix(sent, note);
  if (extension !== null && path.startsWith(extension)) return [{ op, path, value }];
  if (isUnsupported(path)) {
    note('attribute-not-held');
    return [];
  }
  if (op !== 'remove' && (value === undefined || value === null)) {
    note('missing-value');
    return [{ op: 'remove', path }];
  }
  return [{ op, path, ...(value !== undefined && { value: normalisedValue(path, value, note) }) }];
}

function operationsOf(sent: unknown, note: ReportDeviation, extension: string | null): readonly Operation[] {
  if (!isMembers(sent)) throw new ScimError(400, 'invalidSyntax', 'An operation has to be a JSON object.');
  const op = operationNamed(sent['op'], note);
  const { path, value } = sent;
  if (typeof path === 'string' && path !== '') return withPath(op, path, value, note, extension);
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'A removal needs a path.');
  if (!isMembers(value))
    throw new ScimError(400, 'invalidValue', 'Without a path the value has to be an object.');
  return Object.entries(value).flatMap(([key, part]) => withPath(op, key, part, note, extension));
}

/**
 * The operations of a PATCH, each with a path.
 * @param user what is patched
 * @param extension schema whose attributes are patched as they are sent; null for none
 * @throws ScimError 400
 */
export function patchOperations(
  body: unknown,
  user: Members,
  note: ReportDeviation,
  extension: string | null = null,
): readonly Operation[] {
  if (!isMembers(body)) throw new ScimError(400, 'invalidSyntax', 'The body has to be a JSON object.');
  const schemas = member(body, 'schemas', note);
  if (schemas === undefined) note('missing-schemas');
  else if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA)) {
    throw new ScimError(400, 'invalidSyntax', `The schemas of a PATCH are ["${PATCH_SCHEMA}"].`);
  }
  const sent = member(body, 'Operations', note);
  if (!Array.isArray(sent) || sent.length === 0) {
    throw new ScimError(400, 'invalidValue', 'A PATCH needs at least one of Operations.');
  }
  const there = presentTypesOf(user);
  return sent
    .flatMap((operation) => operationsOf(operation, note, extension))
    .flatMap((operation) => createMissingType(operation, there, note));
}
