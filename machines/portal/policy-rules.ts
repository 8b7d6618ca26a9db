import { countVisible } from '#machines/chooser/visible.ts';
import type { IdEntryOutput } from '#machines/id-entry/id-entry.setup.ts';
import type { PasswordMode } from '#machines/password/password.machine.ts';
import { flowOf, isUsable, type MethodFlow } from '#machines/shared/methods.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import type { Session } from '#machines/shared/session.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { PortalContext } from './portal.types.ts';

/** Whether the policy allows a method besides the password. */
const allowsOtherMethods = (policy: Policy): boolean =>
  METHODS.some((method) => method !== 'password' && policy.allowed[method]);

/**
 * Whether the password has to be proven before any other method (spec section 4, rule 53): the policy requires it
 * (`authType`), and it is not proven yet (`check`).
 */
export const needsPasswordGate = (policy: Policy): boolean => policy.authType !== 'otp' && !policy.check;

/** `gate` when the password unlocks other methods; `login` when the password alone completes the first step (rule 52). */
export const passwordMode = (policy: Policy): PasswordMode =>
  needsPasswordGate(policy) && allowsOtherMethods(policy) ? 'gate' : 'login';

/** Whether the person can change to another method: the chooser shows more than one tile (rule 140). */
export const hasOtherMethods = ({ policy }: PortalContext): boolean =>
  policy !== null && countVisible(policy) > 1;

/** Whether the chooser shows any method. */
export const hasMethods = ({ policy }: PortalContext): boolean => policy !== null && countVisible(policy) > 0;

/**
 * The flow of the requested method. Null when its screen cannot open: the policy does not allow the method, the person
 * does not have it, or the password gate has already used the password (rules 53, 54).
 */
export function openableFlow({ method, policy, client, session }: PortalContext): MethodFlow | null {
  if (method === TYPE_CODES.qr && session.person.userId === '') return client?.qrCode ? 'qr' : null;
  if (!method || !policy || !isUsable(policy, client, method)) return null;
  const flow = flowOf(method);
  return flow === 'password' && policy.authType !== 'otp' ? null : flow;
}

/** The passkey assertion of the ID entry; null when the person cannot sign in with a passkey at this service. */
export const usableAssertion = (
  { client }: PortalContext,
  { policy, assertion }: Pick<IdEntryOutput, 'policy' | 'assertion'>,
): string | null => (isUsable(policy, client, TYPE_CODES.passkey) ? assertion : null);

/** The ID of the QR code that was approved before the password was entered; null when no QR code was approved. */
export const approvedQrId = ({ person: { pending } }: Session): string | null =>
  pending?.kind === 'approval' ? pending.id : null;
