import * as v from 'valibot';
import { type FieldChanges, fieldsOf } from '#server/administration/fields.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { EXTENSION_FIELDS } from '#wire/desk/scim.ts';
import { type Deviation, type Operation, patchOperations, receivedMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { USER_ATTRIBUTES } from './schema.ts';

const MAX_GROUP_NAME_LENGTH = 200;

/** The extension schema of a user at the help desk, as an operator sends it. */
const extension = v.strictObject({
  ...v.entriesFromList(EXTENSION_FIELDS, v.exactOptional(v.string())),
  groups: v.exactOptional(
    v.array(
      v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_GROUP_NAME_LENGTH), v.regex(/^\P{Cc}*$/u)),
    ),
  ),
  reason: v.exactOptional(v.string()),
});

/** The values that an operator has sent in the extension schema. */
export type OperatorFields = {
  readonly changes: FieldChanges;
  /** The names of all groups that operators or files give the person; absent when the groups do not change. */
  readonly groups?: readonly string[];
  /** The reason for the change; empty without a reason. */
  readonly reason: string;
};

const invalidFields = (fields: readonly string[]): ScimError =>
  new ScimError(400, 'invalidValue', `Not valid: ${fields.join(', ')}.`, {}, fields);

/** @throws ScimError 400 for an unknown attribute or an invalid value */
function parseOperatorFields(values: object): OperatorFields {
  const parsed = v.safeParse(extension, values);
  if (!parsed.success) throw invalidFields(parsed.issues.map(({ path }) => String(path?.[0].key ?? '')));
  const { groups, reason = '', ...changes } = parsed.output;
  return { changes, ...(groups && { groups }), reason };
}

/** The attributes of the extension schema of an account: its non-empty fields, and why it is suspended. */
export const extensionOf = (account: Account): Readonly<Record<string, string>> => {
  const fields = fieldsOf(account);
  const fieldEntries = EXTENSION_FIELDS.map((field) => [field, fields[field]] as const);
  return Object.fromEntries(
    [...fieldEntries, ['suspended', account.suspended ?? ''] as const].filter(([, value]) => value !== ''),
  );
};

/** The core attributes that an operator may change. A password is not among them; operators send links instead. */
const WRITABLE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'active',
  'displayname',
  'emails',
  'name',
  'phonenumbers',
  'username',
]);

/** Refuses all deviations, except the URI of a schema before an attribute: the help desk is not an identity source. */
const refuseDeviation = (deviation: Deviation): void => {
  if (deviation !== 'prefixed-path')
    throw new ScimError(400, 'invalidSyntax', `Deviates from RFC 7644: ${deviation}.`);
};

/** @throws ScimError 400 for a path to an attribute that an operator may not change */
const checkWritable = (path: string): void => {
  const attribute = /^[^[.]*/.exec(path)?.[0] ?? '';
  if (!WRITABLE_ATTRIBUTES.has(attribute.toLowerCase())) throw invalidFields([attribute]);
};

/** The names and values of the extension's attributes that an operation changes. */
function extensionEntries({ op, path = '', value }: Operation): readonly (readonly [string, unknown])[] {
  const name = path.slice(DESK_USER_SCHEMA.length + 1);
  if (name === '') return Object.entries(Object(value));
  if (name === 'groups' && op !== 'replace') throw invalidFields([name]);
  return [[name, op === 'remove' ? '' : value]];
}

const isOfExtension = ({ path = '' }: Operation): boolean => path.startsWith(DESK_USER_SCHEMA);

/**
 * The operations on core attributes, and the changed fields of the extension, in the PATCH of an operator.
 * @param user the resource that is patched; empty to check only the PATCH itself
 * @throws ScimError 400
 */
export function operatorPatch(
  body: unknown,
  user: Readonly<Record<string, unknown>> = {},
): { readonly operations: readonly Operation[]; readonly operatorFields: OperatorFields } {
  const all = patchOperations(body, user, refuseDeviation, DESK_USER_SCHEMA);
  const operations = all.filter((operation) => !isOfExtension(operation));
  for (const { path = '' } of operations) checkWritable(path);
  const entries = all.filter(isOfExtension).flatMap(extensionEntries);
  return { operations, operatorFields: parseOperatorFields(Object.fromEntries(entries)) };
}

/** Members of a user that are ignored: the schemas and read-only members (RFC 7643, section 3.1). */
const IGNORED_MEMBERS: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/**
 * The core attributes, and the fields of the extension, of a user that an operator adds.
 * @throws ScimError 400
 */
export function operatorUser(body: unknown): {
  readonly members: Readonly<Record<string, unknown>>;
  readonly operatorFields: OperatorFields;
} {
  const { [DESK_USER_SCHEMA]: fieldEntries = {}, ...core } = Object(body) as Readonly<
    Record<string, unknown>
  >;
  for (const name of Object.keys(core)) if (!IGNORED_MEMBERS.has(name.toLowerCase())) checkWritable(name);
  return {
    members: receivedMembers(core, USER_ATTRIBUTES, refuseDeviation),
    operatorFields: parseOperatorFields(Object(fieldEntries)),
  };
}
