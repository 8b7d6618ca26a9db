import { DESK_CALLS } from '#wire/desk/calls.ts';
import { DESK_ROLES } from '#wire/desk/names.ts';
import type { ActName, DeskContext } from './desk.types.ts';

/** Whether the role of the signed-in person allows an act. The server checks this again. */
export function isActAllowed({ session, person }: DeskContext, act: ActName): boolean {
  const { role, isAct } = DESK_CALLS[act];
  if (session === null || DESK_ROLES.indexOf(session.role) < DESK_ROLES.indexOf(role)) return false;
  return !isAct || act === 'add' || (person?.isActable ?? false);
}

/** Whether an act needs a reason at this desk. */
export function needsReason({ session }: DeskContext, act: ActName): boolean {
  const { reason } = DESK_CALLS[act];
  return reason === 'always' || (reason === 'asConfigured' && (session?.needsReason ?? false));
}
