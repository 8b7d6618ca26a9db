import { type AdminDeps, adminActions } from '#server/administration/admin-actions.ts';
import type { DeskSessionRow } from '#server/storage/sessions/desk-sessions.ts';
import type { DESK_CALLS, DeskCallName } from '#wire/desk/calls.ts';
import { DESK_PROOF_MS, DESK_REASON_MAX, DESK_REASON_MIN, type DeskRole } from '#wire/desk/names.ts';
import { DeskRefusal } from './refusal.ts';
import { isAtLeast, type Roles } from './roles.ts';

type Row = (typeof DESK_CALLS)[DeskCallName];

const textIn = (body: unknown, name: string): string => {
  const value = Object(body)[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** @throws DeskRefusal `role` */
export function checkRole({ role: least }: Row, role: DeskRole): void {
  if (!isAtLeast(role, least)) throw new DeskRefusal('role');
}

/** @throws DeskRefusal `proofStale` */
export function checkProof({ isRisky }: Row, { provedAt }: DeskSessionRow, now: number): void {
  if (isRisky && provedAt + DESK_PROOF_MS <= now) throw new DeskRefusal('proofStale');
}

/**
 * The reason of a call, empty where none is given.
 * @throws DeskRefusal `reasonNeeded`, `invalid`
 */
export function reasonOf({ reason: asked }: Row, body: unknown, isNeeded: boolean): string {
  if (asked === 'none') return '';
  const reason = textIn(body, 'reason');
  const length = [...reason].length;
  if (length > DESK_REASON_MAX || /\p{Cc}/u.test(reason))
    throw new DeskRefusal('invalid', { fields: ['reason'] });
  if ((asked === 'always' || isNeeded) && length < DESK_REASON_MIN) throw new DeskRefusal('reasonNeeded');
  return reason;
}

/** The account that an act is about; null where there is none yet. */
export const subjectOf = async ({ isAct }: Row, body: unknown, admin: AdminDeps): Promise<string | null> =>
  isAct ? ((await adminActions(admin).known(textIn(body, 'userId')))?.userId ?? null) : null;

/**
 * Judges whom an act is about: nobody acts on somebody with a higher role, nor on themselves.
 * @throws DeskRefusal `higherRole`, `ownAccount`
 */
export async function checkSubject(
  subject: string | null,
  { session, role }: { readonly session: DeskSessionRow; readonly role: DeskRole },
  roles: Roles,
): Promise<void> {
  if (subject === null) return;
  if (subject === session.userId) throw new DeskRefusal('ownAccount');
  if (!isAtLeast(role, await roles.of(subject))) throw new DeskRefusal('higherRole');
}
