import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import type { DeskSessionRow } from '#server/storage/sessions/desk-sessions.ts';
import type { DESK_CALLS, DeskCallName } from '#wire/desk/calls.ts';
import {
  DESK_MAX_REASON_LENGTH,
  DESK_MIN_REASON_LENGTH,
  DESK_SIGN_IN_MAX_AGE_MS,
  type DeskRole,
} from '#wire/desk/names.ts';
import { DeskRefusal } from './refusal.ts';
import { isAtLeast, type Roles } from './roles.ts';

/** A row of `DESK_CALLS`. */
type CallRules = (typeof DESK_CALLS)[DeskCallName];

const textField = (body: unknown, name: string): string => {
  const value = Object(body)[name];
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * Checks that a role may make a call.
 * @throws DeskRefusal `role`
 */
export function checkRole({ role: required }: CallRules, role: DeskRole): void {
  if (!isAtLeast(role, required)) throw new DeskRefusal('role');
}

/**
 * Checks that the sign-in is recent enough for a risky call.
 * @throws DeskRefusal `proofStale`
 */
export function checkProof({ isRisky }: CallRules, { provedAt }: DeskSessionRow, now: number): void {
  if (isRisky && provedAt + DESK_SIGN_IN_MAX_AGE_MS <= now) throw new DeskRefusal('proofStale');
}

/**
 * The reason in the body of a call; empty for a call without a reason.
 * @param isRequired whether the configuration requires a reason for acts
 * @throws DeskRefusal `reasonNeeded`, `invalid`
 */
export function requireReason({ reason: rule }: CallRules, body: unknown, isRequired: boolean): string {
  if (rule === 'none') return '';
  const reason = textField(body, 'reason');
  const length = [...reason].length;
  if (length > DESK_MAX_REASON_LENGTH || /\p{Cc}/u.test(reason))
    throw new DeskRefusal('invalid', { fields: ['reason'] });
  if ((rule === 'always' || isRequired) && length < DESK_MIN_REASON_LENGTH)
    throw new DeskRefusal('reasonNeeded');
  return reason;
}

/** The ID of the account that an act changes; null when there is no such account, and for other calls. */
export const findSubject = async (
  { isAct }: CallRules,
  body: unknown,
  admin: AdminDeps,
): Promise<string | null> =>
  isAct ? ((await adminActions(admin).findOrNull(textField(body, 'userId')))?.userId ?? null) : null;

/**
 * Checks that an act changes neither an account with a higher role nor the desk user's own account.
 * @throws DeskRefusal `higherRole`, `ownAccount`
 */
export async function checkSubject(
  subject: string | null,
  { session, role }: { readonly session: DeskSessionRow; readonly role: DeskRole },
  roles: Roles,
): Promise<void> {
  if (subject === null) return;
  if (subject === session.userId) throw new DeskRefusal('ownAccount');
  if (!isAtLeast(role, await roles.ofUser(subject))) throw new DeskRefusal('higherRole');
}
