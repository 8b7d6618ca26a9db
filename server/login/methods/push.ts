import type { Clock } from '#server/config/deps.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { Pushes, PushState } from '#server/storage/repositories/pushes.ts';
import {
  type Method,
  type MethodRefusal,
  methodRefusal,
  phoneApproval,
  VERIFICATION_STEP,
} from './method.ts';

/** How long an approved push remains valid after the end of its period, in milliseconds. */
const APPROVAL_LIFETIME_MS = 60_000;

const REFUSALS: Readonly<Record<Exclude<PushState, 'approved'>, MethodRefusal>> = {
  pending: { ...methodRefusal('010'), reason: 'pushUnanswered' },
  expired: methodRefusal('010_3'),
  denied: { ...methodRefusal('010'), reason: 'pushDenied' },
  mismatched: { ...methodRefusal('010_2'), reason: 'pushMismatched' },
  withdrawn: { ...methodRefusal('010_1'), reason: 'pushWithdrawn' },
  superseded: { ...methodRefusal('010_1'), reason: 'pushSuperseded' },
  spent: { ...methodRefusal('010_5'), reason: 'pushSpent' },
};

/**
 * Verifies a push that was approved on the phone; it is valid once and only for this login (010 family). Failed
 * attempts are not counted: the secret is the push ID, which has 80 random bits (rule 81).
 */
export const pushMethod = (apps: MobileApps, pushes: Pushes, now: Clock): Method => ({
  requiredMethods: ['push'],
  verify: ({ userId }, secret, { session, clientId, purpose }) =>
    idempotentRequest().runOnce(VERIFICATION_STEP, async () => {
      if (!(await apps.of(userId))) return methodRefusal('009');
      const push = session.isRetired ? null : await pushes.find(session, secret);
      const matchesContext =
        push?.userId === userId && push.clientId === clientId && push.purpose === purpose;
      if (!push || !matchesContext) return methodRefusal('010_2');
      if (push.state !== 'approved') return REFUSALS[push.state];
      if (push.expiresAt + APPROVAL_LIFETIME_MS <= now()) return REFUSALS.expired;
      return (await pushes.consume(push.pushId)) ? phoneApproval('push', push.decidedAt) : REFUSALS.spent;
    }),
});
