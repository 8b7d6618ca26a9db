import type { Clock } from '#server/config/deps.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { Pushes, PushState } from '#server/storage/repositories/pushes.ts';
import { approved, type Method, obstacle, PROOF, type Refused } from './method.ts';

/** How long an approval is good beyond the time that the push waited, in milliseconds. */
const APPROVAL_LASTS_MS = 60_000;

const REFUSALS: Readonly<Record<Exclude<PushState, 'approved'>, Refused>> = {
  pending: { ...obstacle('010'), reason: 'pushUnanswered' },
  expired: obstacle('010_3'),
  denied: { ...obstacle('010'), reason: 'pushDenied' },
  mismatched: { ...obstacle('010_2'), reason: 'pushMismatched' },
  withdrawn: { ...obstacle('010_1'), reason: 'pushWithdrawn' },
  superseded: { ...obstacle('010_1'), reason: 'pushSuperseded' },
  spent: { ...obstacle('010_5'), reason: 'pushSpent' },
};

/**
 * A push that the phone has approved, for this login alone and once (010 family). Nothing is counted as a
 * failed attempt: the secret is the server's own, and nobody guesses its 80 bits (decision 81).
 */
export const pushMethod = (apps: MobileApps, pushes: Pushes, now: Clock): Method => ({
  needs: ['push'],
  verify: ({ userId }, secret, { session, clientId, purpose }) =>
    idempotentRequest().once(PROOF, async () => {
      if (!(await apps.of(userId))) return obstacle('009');
      const push = session.isRetired ? null : await pushes.find(session, secret);
      const isOfThis = push?.userId === userId && push.clientId === clientId && push.purpose === purpose;
      if (!push || !isOfThis) return obstacle('010_2');
      if (push.state !== 'approved') return REFUSALS[push.state];
      if (push.expiresAt + APPROVAL_LASTS_MS <= now()) return REFUSALS.expired;
      return (await pushes.spend(push.pushId)) ? approved('push', push.decidedAt) : REFUSALS.spent;
    }),
});
