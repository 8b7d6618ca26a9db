import * as v from 'valibot';
import { type FieldChanges, fieldsOf } from '#server/administration/fields.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { EXTENSION_FIELDS } from '#wire/desk/scim.ts';
import { type Deviation, type Operation, patchOperations, sentMembers } from './deviations.ts';
import { ScimError } from './error.ts';
import { USER_ATTRIBUTES } from './schema.ts';

const MAX_GROUP_NAME = 200;

const extension = v.strictObject({
  ...v.entriesFromList(EXTENSION_FIELDS, v.exactOptional(v.string())),
  groups: v.exactOptional(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_GROUP_NAME), v.regex(/^\P{Cc}*$/u))),
  ),
  reason: v.exactOptional(v.string()),
});

/** Fields that an operator sends in the extension schema. */
export type OperatorPart = {
  readonly changes: FieldChanges;
  /** Names of the person's groups from operators and files after the change; unchanged when absent. */
  readonly groups?: readonly string[];
  /** Empty without a reason. */
  readonly reason: string;
};

const invalid = (fields: readonly string[]): ScimError =>
  new ScimError(400, 'invalidValue', `Not valid: ${fields.join(', ')}.`, {}, fields);

/** @throws ScimError 400 for an attribute or value that the extension does not have */
function operatorPart(values: object): OperatorPart {
  const parsed = v.safeParse(extension, values);
  if (!parsed.success) throw invalid(parsed.issues.map(({ path }) => String(path?.[0].key ?? '')));
  const { groups, reason = '', ...changes } = parsed.output;
  return { changes, ...(groups && { groups }), reason };
}

/** The extension of a user: the non-empty fields, and the reason of a suspension. */
export const extensionOf = (account: Account): Readonly<Record<string, string>> => {
  const fields = fieldsOf(account);
  const fieldEntries = EXTENSION_FIELDS.map((field) => [field, fields[field]] as const);
  return Object.fromEntries(
    [...fieldEntries, ['suspended', account.suspended ?? ''] as const].filter(([, value]) => value !== ''),
  );
};

/** Core attributes that an operator may write; passwords are set only by links. */
const WRITABLE: ReadonlySet<string> = new Set([
  'active',
  'displayname',
  'emails',
  'name',
  'phonenumbers',
  'username',
]);

/** Refuses the deviations that identity sources may have, except the URI of a schema before an attribute. */
const refuseDeviation = (deviation: Deviation): void => {
  if (deviation !== 'prefixed-path')
    throw new ScimError(400, 'invalidSyntax', `Deviates from RFC 7644: ${deviation}.`);
};

/** @throws ScimError 400 */
const checkWritable = (path: string): void => {
  const attribute = /^[^[.]*/.exec(path)?.[0] ?? '';
  if (!WRITABLE.has(attribute.toLowerCase())) throw invalid([attribute]);
};

/** The attributes of the extension that an operation changes, with their values. */
function extensionEntries({ op, path = '', value }: Operation): readonly (readonly [string, unknown])[] {
  const name = path.slice(DESK_USER_SCHEMA.length + 1);
  if (name === '') return Object.entries(Object(value));
  if (name === 'groups' && op !== 'replace') throw invalid([name]);
  return [[name, op === 'remove' ? '' : value]];
}

const isOfExtension = ({ path = '' }: Operation): boolean => path.startsWith(DESK_USER_SCHEMA);

/**
 * The PATCH of an operator.
 * @param user resource that is patched; empty to check only the PATCH itself
 * @throws ScimError 400
 */
export function operatorPatch(
  body: unknown,
  user: Readonly<Record<string, unknown>> = {},
): { readonly operations: readonly Operation[]; readonly part: OperatorPart } {
  const all = patchOperations(body, user, refuseDeviation, DESK_USER_SCHEMA);
  const operations = all.filter((operation) => !isOfExtension(operation));
  for (const { path = '' } of operations) checkWritable(path);
  const entries = all.filter(isOfExtension).flatMap(extensionEntries);
  return { operations, part: operatorPart(Object.fromEntries(entries)) };
}

/** Ignored members of a user: its schemas and read-only members (RFC 7643, section 3.1). */
const IGNORED: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/**
 * The user that an operator adds.
 * @throws ScimError 400
 */
export function operatorUser(body: unknown): {
  readonly members: Readonly<Record<string, unknown>>;
  readonly part: OperatorPart;
} {
  const { [DESK_USER_SCHEMA]: fieldEntries = {}, ...core } = Object(body) as Readonly<
    Record<string, unknown>
  >;
  for (const name of Object.keys(core)) if (!IGNORED.has(name.toLowerCase())) checkWritable(name);
  return {
    members: sentMembers(core, USER_ATTRIBUTES, refuseDeviation),
    part: operatorPart(Object(fieldEntries)),
  };
}
