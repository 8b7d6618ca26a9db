import * as v from 'valibot';
import { accountAdmin } from '#server/administration/accounts.ts';
import { adminActions } from '#server/administration/admin-actions.ts';
import { credentialAdmin } from '#server/administration/credentials.ts';
import { isTemporaryCodeAllowed } from '#server/administration/explain.ts';
import type { DeskCallContext } from '#server/desk/context.ts';
import { DeskRefusal } from '#server/desk/refusal.ts';
import type {
  ActBody,
  ActResult,
  IssuedAppLink,
  IssuedPasswordLink,
  IssuedTemporaryCode,
  PasswordLinkBody,
  RemoveFactorBody,
} from '#wire/desk/acts.ts';

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

/** The person whom an act concerns, and its reason. */
type Act = v.InferOutput<typeof actBody>;

const outcomeOf = (isDone: boolean): ActResult => ({ outcome: isDone ? 'done' : 'unchanged' });

/** Removes all failed attempts and locks of a person. */
export const unlock = async ({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> =>
  outcomeOf((await accountAdmin(admin).unlock(userId)) > 0);

/** Ends the suspension of a dormant or reported account. */
export const wake = async ({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> =>
  outcomeOf(await accountAdmin(admin).liftSuspension(userId));

/** Signs a person out of all sessions and services. */
export async function endSessions({ admin }: DeskCallContext, { userId }: Act): Promise<ActResult> {
  await accountAdmin(admin).endSessions(userId);
  return outcomeOf(true);
}

/** Issues a temporary code. */
export async function temporaryCode(
  { admin, portal }: DeskCallContext,
  { userId }: Act,
): Promise<IssuedTemporaryCode> {
  const { secret, validUntil } = await credentialAdmin(admin).issueCode(userId);
  const isAcceptedNowhere = !(await isTemporaryCodeAllowed(portal, await adminActions(admin).find(userId)));
  return { code: secret, validUntil: validUntil ?? 0, isAcceptedNowhere };
}

/** Issues a link that registers a mobile app. */
export async function appLink({ admin }: DeskCallContext, { userId }: Act): Promise<IssuedAppLink> {
  const { secret, validUntil } = await credentialAdmin(admin).issueAppLink(userId);
  return { link: secret, validUntil: validUntil ?? 0 };
}

/** Removes a factor and ends the sessions of the person. */
export async function removeFactor(
  { admin }: DeskCallContext,
  { userId, factorId }: v.InferOutput<typeof removeFactorBody>,
): Promise<ActResult> {
  await credentialAdmin(admin).removeFactor(userId, factorId);
  return outcomeOf(true);
}

/** Issues a link that creates or changes a password, and mails it if possible. */
export async function passwordLink(
  { admin, portal }: DeskCallContext,
  { userId, kind, clientId }: v.InferOutput<typeof passwordLinkBody>,
): Promise<IssuedPasswordLink> {
  if (!portal.client(clientId)) throw new DeskRefusal('noClient');
  const issued = await credentialAdmin(admin).issuePasswordLink(userId, clientId, kind);
  return issued.outcome === 'sent' ? issued : { ...issued, outcome: 'shown' };
}
