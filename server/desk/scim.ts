import type { Context } from 'hono';
import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import type { ScimCallName } from '#wire/desk/calls.ts';
import { DESK_USER_SCHEMA } from '#wire/desk/names.ts';
import { SCIM_CONTENT_TYPE } from '#wire/scim.ts';
import type { ScimAnswer } from './calls/scim.ts';

/** Loads the module when it is needed, since it loads the SCIM library. */
const loadOperatorModule = () => import('#server/administration/scim/operator.ts');

/**
 * Classifies a PATCH of a user at the desk: a PATCH of `active` alone disables or enables. Any other PATCH, also an
 * unreadable one, is a change, which needs the highest role (rule 270).
 */
export async function patchCallOf(sent: unknown): Promise<'change' | 'disable' | 'enable'> {
  const { operatorPatch } = await loadOperatorModule();
  try {
    const { operations, operatorFields } = operatorPatch(sent);
    const [only] = operations;
    const isSingleOperation =
      operations.length === 1 && Object.keys(operatorFields.changes).length === 0 && !operatorFields.groups;
    const isOfActive = only?.path?.toLowerCase() === 'active' && only.op !== 'remove';
    if (!isSingleOperation || !isOfActive || typeof only.value !== 'boolean') return 'change';
    return only.value ? 'enable' : 'disable';
  } catch {
    return 'change';
  }
}

/** Format of a SCIM id. */
const ID = /^[\w-]{1,64}$/;

const textIn = (value: unknown, name: string): string => {
  const text = Object(value)[name];
  return typeof text === 'string' ? text : '';
};

/** The reason in the extension of a user or a PATCH; a text that is not valid is refused later, with the whole body. */
async function reasonIn(name: ScimCallName, sent: unknown): Promise<string> {
  if (name === 'add') return textIn(Object(sent)[DESK_USER_SCHEMA], 'reason');
  return (await loadOperatorModule()).operatorPatch(sent).operatorFields.reason;
}

/**
 * The body of a SCIM call for the checks and handlers of the desk: unchanged for a search, otherwise the ids of the
 * user, the sent body and the reason.
 * @param id SCIM id in the address; empty for none
 * @throws ScimError 400 for a PATCH that cannot be read
 */
export async function scimBodyOf(
  name: ScimCallName,
  id: string,
  sent: unknown,
  admin: AdminDeps,
): Promise<unknown> {
  if (name === 'people') return sent;
  const { storage, now } = admin.portal;
  const user = ID.test(id) ? await scimUsersIn(storage, now).byScimId(id) : null;
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
