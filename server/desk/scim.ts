import type { Context } from 'hono';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import type { ScimCallName } from '#wire/desk/calls.ts';
import { DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { SCIM_CONTENT_TYPE } from '#wire/scim.ts';
import type { ScimAnswer } from './calls/scim.ts';

/** Loads the module when it is needed, because it loads the SCIM library. */
const loadOperatorModule = () => import('#server/administration/scim/operator.ts');

/**
 * The call that a PATCH of a user is. A PATCH of only `active` disables or enables the account. Any other PATCH, even
 * if it is not valid, is the call `change`, which requires the highest role (rule 270).
 */
export async function classifyPatch(sent: unknown): Promise<'change' | 'disable' | 'enable'> {
  const { operatorPatch } = await loadOperatorModule();
  try {
    const { operations, operatorFields } = operatorPatch(sent);
    const [operation] = operations;
    const isSingleOperation =
      operations.length === 1 && Object.keys(operatorFields.changes).length === 0 && !operatorFields.groups;
    const changesActive = operation?.path?.toLowerCase() === 'active' && operation.op !== 'remove';
    if (!isSingleOperation || !changesActive || typeof operation.value !== 'boolean') return 'change';
    return operation.value ? 'enable' : 'disable';
  } catch {
    return 'change';
  }
}

/** The format of a SCIM id. */
const SCIM_ID = /^[\w-]{1,64}$/;

/** A text in a JSON object; empty when there is none. */
const textIn = (value: unknown, name: string): string => {
  const text = Object(value)[name];
  return typeof text === 'string' ? text : '';
};

/** The reason in the extension of a user or a PATCH. An invalid reason is refused later, by `requireReason`. */
async function reasonIn(name: ScimCallName, sent: unknown): Promise<string> {
  if (name === 'add') return textIn(Object(sent)[DESK_USER_SCHEMA], 'reason');
  return (await loadOperatorModule()).operatorPatch(sent).operatorFields.reason;
}

/**
 * The body of a SCIM call for the checks and handlers of the help desk. For a search this is the sent body; for other
 * calls it contains the ids of the user, the sent body and the reason.
 * @param id the SCIM id in the path; empty for a path without an id
 * @throws ScimError 400 for a PATCH that cannot be read
 */
export async function scimCallBody(
  name: ScimCallName,
  id: string,
  sent: unknown,
  admin: AdminDeps,
): Promise<unknown> {
  if (name === 'people') return sent;
  const { storage, now } = admin.portal;
  const user = SCIM_ID.test(id) ? await scimUsersIn(storage, now).byScimId(id) : null;
  const typedId = name === 'add' ? textIn(sent, 'userName').trim() : '';
  const account = typedId === '' ? null : await adminActions(admin).findOrNull(typedId);
  const userId = user?.userId ?? account?.userId ?? typedId;
  return {
    id: user?.scimId ?? '',
    userId,
    requestBody: sent,
    reason: name === 'account' ? '' : await reasonIn(name, sent),
  };
}

/** The answer of a SCIM call. */
export function scimResponse(c: Context, answer: ScimAnswer): Response {
  if (answer.status === 204) return c.body(null, 204);
  const { status, resource, location } = answer;
  return c.body(JSON.stringify(resource), status, {
    'Content-Type': SCIM_CONTENT_TYPE,
    ...(location !== undefined && { Location: location }),
  });
}
