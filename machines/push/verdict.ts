import type { Failure, Result } from '#machines/shared/result.ts';

/** Result of one poll of a push, with its time in epoch milliseconds. */
export type PollResult = { readonly check: Result<string>; readonly at: number };

/** The push that was polled. */
type PolledPush = {
  /** Epoch milliseconds; null when there is none. */
  readonly validUntil: number | null;
  /** The poll results that continue to the login: `answered` for all but X, `approved` for A alone (rule 81). */
  readonly success: 'answered' | 'approved';
};

/**
 * Meaning of a poll result. `answered`: continue with the login; `declined`: the phone refused; `lost`: the server
 * no longer knows the push; `over`: not answered in time; `waiting`: poll again.
 */
export type PushVerdict = 'answered' | 'declined' | 'lost' | 'over' | 'waiting';

const WAITING_CHECK = 'X';
const APPROVED_CHECK = 'A';

/** Failure shown when a push was not approved and no call says why (spec section 8). */
export const DECLINED: Failure = {
  kind: 'rejected',
  status: 400,
  code: '010',
  message: '',
  details: { reason: 'pushDenied' },
};

/**
 * The server refuses the poll and would refuse it again (rule 86). Network trouble says nothing about the
 * push.
 */
const isRefusal = (failure: Failure): boolean =>
  failure.kind !== 'unreachable' && failure.status >= 400 && failure.status < 500;

/** Interprets a poll result. */
export function verdictOf({ validUntil, success }: PolledPush, { check, at }: PollResult): PushVerdict {
  if (check.ok && check.value !== WAITING_CHECK) {
    return success === 'answered' || check.value === APPROVED_CHECK ? 'answered' : 'declined';
  }
  if (!check.ok && isRefusal(check.failure)) return 'lost';
  return validUntil !== null && at >= validUntil ? 'over' : 'waiting';
}
