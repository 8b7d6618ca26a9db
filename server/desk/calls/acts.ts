import * as v from 'valibot';
import { accountAdmin } from '#server/administration/accounts.ts';
import { adminActions } from '#server/administration/admin-actions.ts';
import { credentialAdmin } from '#server/administration/credentials.ts';
import { takesTemporaryCode } from '#server/administration/explain.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import type {
  AccountActResult,
  AccountBody,
  ActBody,
  ActResult,
  IssuedAppLink,
  IssuedPasswordLink,
  IssuedTemporaryCode,
  PasswordLinkBody,
  RemoveFactorBody,
} from '#wire/desk/acts.ts';
import {
  ACCOUNT_FIELDS,
  ACCOUNT_STATUSES,
  type AccountField,
  type AccountStatus,
} from '#wire/desk/people.ts';

export const actBody = v.object({
  userId: v.string(),
  reason: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<ActBody>;

export const removeFactorBody = v.object({
  ...actBody.entries,
  factorId: v.string(),
}) satisfies v.GenericSchema<RemoveFactorBody>;

export const passwordLinkBody = v.object({
  ...actBody.entries,
  kind: v.picklist(['create', 'change']),
  clientId: v.string(),
}) satisfies v.GenericSchema<PasswordLinkBody>;

const CHANGEABLE_FIELDS = ACCOUNT_FIELDS.filter(
  (field): field is Exclude<AccountField, 'userId'> => field !== 'userId',
);

const MAX_GROUP_NAME = 200;

export const accountBody = v.object({
  ...actBody.entries,
  fields: v.strictObject(v.entriesFromList(CHANGEABLE_FIELDS, v.exactOptional(v.string()))),
  groups: v.exactOptional(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_GROUP_NAME), v.regex(/^\P{Cc}*$/u))),
  ),
}) satisfies v.GenericSchema<AccountBody>;

type Act = v.InferOutput<typeof actBody>;

const outcomeOf = (isDone: boolean): ActResult => ({ outcome: isDone ? 'done' : 'unchanged' });

export const unlock = async ({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> =>
  outcomeOf((await accountAdmin(admin).unlock(userId)) > 0);

export const wake = async ({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> =>
  outcomeOf(await accountAdmin(admin).wake(userId));

export async function endSessions({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> {
  await accountAdmin(admin).endSessions(userId);
  return outcomeOf(true);
}

export const setStatus =
  (status: AccountStatus) =>
  async ({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> =>
    outcomeOf((await accountAdmin(admin).change(userId, { status })).outcome !== 'unchanged');

export async function temporaryCode(
  { admin, portal }: DeskCallContext,
  { userId }: Act,
): Promise<IssuedTemporaryCode> {
  const { secret, validUntil } = await credentialAdmin(admin).issueCode(userId);
  const isAcceptedNowhere = !(await takesTemporaryCode(portal, await adminActions(admin).find(userId)));
  return { code: secret, validUntil: validUntil ?? 0, isAcceptedNowhere: isAcceptedNowhere };
}

export async function appLink({ admin }: DeskCallContext, { userId }: Act): Promise<IssuedAppLink> {
  const { secret, validUntil } = await credentialAdmin(admin).issueAppLink(userId);
  return { link: secret, validUntil: validUntil ?? 0 };
}

export async function removeFactor(
  { admin }: DeskCallContext,
  { userId, factorId }: v.InferOutput<typeof removeFactorBody>,
): Promise<ActResult> {
  await credentialAdmin(admin).removeFactor(userId, factorId);
  return outcomeOf(true);
}

export async function passwordLink(
  { admin, portal }: DeskCallContext,
  { userId, kind, clientId }: v.InferOutput<typeof passwordLinkBody>,
): Promise<IssuedPasswordLink> {
  if (!portal.client(clientId)) throw new DeskRefusal('noClient');
  const issued = await credentialAdmin(admin).issuePasswordLink(userId, clientId, kind);
  return issued.outcome === 'sent' ? issued : { ...issued, outcome: 'shown' };
}

const statusFrom = (fields: { readonly status?: string | undefined }): AccountStatus | undefined =>
  ACCOUNT_STATUSES.find((status) => status === fields.status);

/** The changes that a body asks for. */
const fieldChangesOf = ({ fields }: v.InferOutput<typeof accountBody>) =>
  Object.fromEntries(
    CHANGEABLE_FIELDS.flatMap((field) => {
      const value = fields[field];
      return value === undefined ? [] : [[field, value] as const];
    }),
  );

export async function add(
  { admin }: DeskCallContext,
  body: v.InferOutput<typeof accountBody>,
): Promise<AccountActResult> {
  const userId = body.userId.trim();
  const added = await accountAdmin(admin).add({
    userId,
    changes: fieldChangesOf(body),
    ...(body.groups && { groups: body.groups }),
  });
  return { userId: added.userId, outcome: added.outcome, status: statusFrom(body.fields) ?? 'active' };
}

export async function change(
  { admin, portal }: DeskCallContext,
  body: v.InferOutput<typeof accountBody>,
): Promise<AccountActResult> {
  const { userId } = await adminActions(admin).find(body.userId);
  const [changed] = await accountAdmin(admin).apply([
    { userId, changes: fieldChangesOf(body), ...(body.groups && { groups: body.groups }) },
  ]);
  const account = await portal.accounts.find(userId);
  return { userId, outcome: changed?.outcome ?? 'unchanged', status: account?.status ?? 'active' };
}
