import { GROUP_SCHEMA, PATCH_SCHEMA, USER_SCHEMA } from '#wire/scim.ts';
import { ScimError } from './error.ts';

/**
 * Known deviations of identity sources from RFC 7643 and RFC 7644, and how they are interpreted. Accepted deviations
 * are recorded in the audit; any other violation is refused. Entra is Microsoft Entra ID.
 */
export const DEVIATIONS = {
  /** Entra: `"op": "Replace"`. Names of operations are in lower case (RFC 7644, section 3.5.2). */
  'capitalised-operation': 'the operation is read in lower case',
  /** Entra: `"active": "False"`. A boolean is not a string (RFC 7643, section 2.3.2). */
  'text-boolean': 'the string true or false is read as a boolean',
  /** Entra: a path with the URI of the schema before the attribute. */
  'prefixed-path': 'the URI of the schema is ignored',
  /** A path without a value (RFC 7644, section 3.5.2.3). */
  'missing-value': 'the value at the path is removed',
  /** Entra: `emails[type eq "work"].value` although no such mail exists yet (RFC 7644, section 3.5.2.3: noTarget). */
  'new-value-by-filter': 'a value of that type is added',
  /** A path to an attribute of RFC 7643 that the portal does not store. */
  'attribute-not-held': 'the operation is ignored',
  /** `operations` instead of `Operations`. */
  'small-operations': 'names of members are read in any case',
  /** A PATCH without `schemas`. */
  'missing-schemas': 'the body is read as a PatchOp',
  /** A password for an account whose password is stored in the directory. */
  'password-elsewhere': 'the password is ignored',
} as const;

export type Deviation = keyof typeof DEVIATIONS;

/** Reports an accepted deviation. */
export type ReportDeviation = (deviation: Deviation) => void;

/** The members of a JSON object. */
type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An operation of a PATCH in the form that the library SCIMMY expects. */
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

/** Paths to sub-attributes that the portal does not store. */
const UNSUPPORTED_SUBATTRIBUTES =
  /^(name\.(middlename|honorificprefix|honorificsuffix)|(emails|phonenumbers)(\[.*\])?\.display)$/i;

/** The URI of a core schema before an attribute. */
const SCHEMA_PREFIX = new RegExp(`^(${[USER_SCHEMA, GROUP_SCHEMA].join('|').replaceAll('.', '\\.')}):`, 'i');

/** A path without the URI of the schema. */
function withoutSchemaPrefix(path: string, reportDeviation: ReportDeviation): string {
  const rest = path.trim().replace(SCHEMA_PREFIX, '');
  if (rest !== path.trim()) reportDeviation('prefixed-path');
  return rest;
}

/** The attribute at the beginning of a path, in lower case. */
const attributeOf = (path: string): string => /^[\w$-]+/.exec(path)?.[0]?.toLowerCase() ?? '';

const isUnsupported = (path: string): boolean =>
  /^urn:/i.test(path) ||
  UNSUPPORTED_ATTRIBUTES.has(attributeOf(path)) ||
  UNSUPPORTED_SUBATTRIBUTES.test(path);

const isBooleanPath = (path: string): boolean => /^active$|\.primary$/i.test(path);

const BOOLEAN_TEXTS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The boolean of a text; any other value unchanged. */
function booleanFrom(value: unknown, reportDeviation: ReportDeviation): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const booleanValue = Object.hasOwn(BOOLEAN_TEXTS, text) ? BOOLEAN_TEXTS[text] : undefined;
  if (booleanValue === undefined) return value;
  reportDeviation('text-boolean');
  return booleanValue;
}

/** A mail address or phone number, in which `primary` is converted to a boolean. */
const withBooleanPrimary = (value: unknown, reportDeviation: ReportDeviation): unknown =>
  isObject(value) && 'primary' in value
    ? { ...value, primary: booleanFrom(value['primary'], reportDeviation) }
    : value;

/** A value in which texts are converted to booleans where the schema requires booleans. */
function normalisedValue(path: string, value: unknown, reportDeviation: ReportDeviation): unknown {
  if (isBooleanPath(path)) return booleanFrom(value, reportDeviation);
  return Array.isArray(value)
    ? value.map((item) => withBooleanPrimary(item, reportDeviation))
    : withBooleanPrimary(value, reportDeviation);
}

/** Read-only attributes, which the portal sets. They are ignored in requests (RFC 7643, section 3.1). */
const READ_ONLY_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'meta']);

/**
 * The stored members of a resource that was sent with POST or PUT. A member that is null counts as absent (RFC 7643,
 * section 2.5).
 * @param names the attribute names of the schema, in lower case
 * @throws ScimError 400 when the body is not a JSON object
 */
export function receivedMembers(
  body: unknown,
  names: ReadonlySet<string>,
  reportDeviation: ReportDeviation,
): Members {
  if (!isObject(body)) throw new ScimError(400, 'invalidSyntax', 'The body must be a JSON object.');
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const name = withoutSchemaPrefix(key, reportDeviation);
      const lowerName = name.toLowerCase();
      const isStored = names.has(lowerName) && !READ_ONLY_ATTRIBUTES.has(lowerName) && value !== null;
      return isStored ? [[name, normalisedValue(name, value, reportDeviation)]] : [];
    }),
  );
}

/** A member of a body; a name in other case is a reported deviation. */
function memberOf(body: Members, name: string, reportDeviation: ReportDeviation): unknown {
  if (Object.hasOwn(body, name)) return body[name];
  const key = Object.keys(body).find((sentName) => sentName.toLowerCase() === name.toLowerCase());
  if (key !== undefined) reportDeviation('small-operations');
  return key === undefined ? undefined : body[key];
}

const OPERATIONS = ['add', 'remove', 'replace'] as const;

function operationName(name: unknown, reportDeviation: ReportDeviation): Operation['op'] {
  const op = OPERATIONS.find((operation) => operation === String(name).toLowerCase());
  if (!op)
    throw new ScimError(
      400,
      'invalidSyntax',
      `There is no operation "${String(name)}"; use add, remove or replace.`,
    );
  if (op !== name) reportDeviation('capitalised-operation');
  return op;
}

/** A path such as `emails[type eq "work"].value`. */
const PATH_BY_TYPE = /^(emails|phoneNumbers)\[\s*type\s+eq\s+"([^"]*)"\s*\]\.(value|primary)$/i;

/** The existing types of a user's mail addresses and phone numbers, such as `emails work`. */
function existingTypesOf(user: Members) {
  const existingTypes = new Set<string>();
  for (const list of ['emails', 'phoneNumbers']) {
    const values = user[list];
    for (const value of Array.isArray(values) ? values : []) {
      if (isObject(value)) existingTypes.add(`${list} ${String(value['type'])}`.toLowerCase());
    }
  }
  return existingTypes;
}

/** The operations for an operation. If it changes a value of a type that does not exist yet, they add this value. */
function createMissingType(
  operation: Operation,
  existingTypes: Set<string>,
  reportDeviation: ReportDeviation,
): readonly Operation[] {
  const { op, path = '', value } = operation;
  const [, list = '', type = '', part = ''] = PATH_BY_TYPE.exec(path) ?? [];
  const key = `${list} ${type}`.toLowerCase();
  if (list === '' || op === 'remove' || existingTypes.has(key)) return [operation];
  reportDeviation('new-value-by-filter');
  if (part.toLowerCase() === 'primary') return [];
  existingTypes.add(key);
  return [{ op: 'add', path: list, value: [{ type, value }] }];
}

/** The operations for a sent operation at one path. */
function operationsAt(
  op: Operation['op'],
  sentPath: string,
  value: unknown,
  reportDeviation: ReportDeviation,
  extension: string | null,
): readonly Operation[] {
  const path = withoutSchemaPrefix(sentPath, reportDeviation);
  if (extension !== null && path.startsWith(extension)) return [{ op, path, value }];
  if (isUnsupported(path)) {
    reportDeviation('attribute-not-held');
    return [];
  }
  if (op !== 'remove' && (value === undefined || value === null)) {
    reportDeviation('missing-value');
    return [{ op: 'remove', path }];
  }
  return [{ op, path, ...(value !== undefined && { value: normalisedValue(path, value, reportDeviation) }) }];
}

/**
 * The operations, each with a path, for a sent operation. Without a path, its value is an object of several attributes.
 */
function operationsOf(
  operation: unknown,
  reportDeviation: ReportDeviation,
  extension: string | null,
): readonly Operation[] {
  if (!isObject(operation)) throw new ScimError(400, 'invalidSyntax', 'An operation must be a JSON object.');
  const op = operationName(operation['op'], reportDeviation);
  const { path, value } = operation;
  if (typeof path === 'string' && path !== '')
    return operationsAt(op, path, value, reportDeviation, extension);
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'The operation remove needs a path.');
  if (!isObject(value))
    throw new ScimError(400, 'invalidValue', 'Without a path, the value must be an object.');
  return Object.entries(value).flatMap(([key, part]) =>
    operationsAt(op, key, part, reportDeviation, extension),
  );
}

/**
 * The operations of a PATCH, each with a path.
 * @param user the resource that is patched
 * @param extension the URI of an extension schema whose operations are returned unchanged; null when it is not
 * supported
 * @throws ScimError 400
 */
export function patchOperations(
  body: unknown,
  user: Members,
  reportDeviation: ReportDeviation,
  extension: string | null = null,
): readonly Operation[] {
  if (!isObject(body)) throw new ScimError(400, 'invalidSyntax', 'The body must be a JSON object.');
  const schemas = memberOf(body, 'schemas', reportDeviation);
  if (schemas === undefined) reportDeviation('missing-schemas');
  else if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA)) {
    throw new ScimError(400, 'invalidSyntax', `The schemas of a PATCH must be ["${PATCH_SCHEMA}"].`);
  }
  const operations = memberOf(body, 'Operations', reportDeviation);
  if (!Array.isArray(operations) || operations.length === 0) {
    throw new ScimError(400, 'invalidValue', 'A PATCH needs at least one operation in Operations.');
  }
  const existingTypes = existingTypesOf(user);
  return operations
    .flatMap((operation) => operationsOf(operation, reportDeviation, extension))
    .flatMap((operation) => createMissingType(operation, existingTypes, reportDeviation));
}
