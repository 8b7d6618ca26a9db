import type { Failure, Result } from '#machines/shared/result.ts';

/** The result of a poll of a push, and the time of its answer in epoch milliseconds. */
export type PushPollResult = { readonly check: Result<string>; readonly at: number };

/** The push that was polled. */
type PolledPush = {
  /** Epoch milliseconds; null when no push is pending. */
  readonly validUntil: number | null;
  /** After which polled state the login continues: `answered`, any state except X; `approved`, only A (rule 81). */
  readonly success: 'answered' | 'approved';
};

/**
 * The meaning of a poll result. `accepted`: the login continues; `declined`: the person did not approve; `notFound`: the
 * server does not have the push; `expired`: the push has expired; `waiting`: the next poll follows.
 */
export type PollMeaning = 'accepted' | 'declined' | 'notFound' | 'expired' | 'waiting';

const WAITING_CHECK = 'X';
const APPROVED_CHECK = 'A';

/** The failure that is shown when the person did not approve a push (spec section 8). */
export const PUSH_DENIED: Failure = {
  kind: 'rejected',
  status: 400,
  code: '010',
  message: '',
  details: { reason: 'pushDenied' },
};

/**
 * Whether the server has refused the poll, and would refuse the next poll, too (rule 86). A failure of the network says
 * nothing about the push.
 */
const isRefusal = (failure: Failure): boolean =>
  failure.kind !== 'unreachable' && failure.status >= 400 && failure.status < 500;

/** Interprets a poll result. */
export function meaningOfPoll(
  { validUntil, success }: PolledPush,
  { check, at }: PushPollResult,
): PollMeaning {
  if (check.ok && check.value !== WAITING_CHECK) {
    return success === 'answered' || check.value === APPROVED_CHECK ? 'accepted' : 'declined';
  }
  if (!check.ok && isRefusal(check.failure)) return 'notFound';
  return validUntil !== null && at >= validUntil ? 'expired' : 'waiting';
}
