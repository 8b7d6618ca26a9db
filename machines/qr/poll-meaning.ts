import type { QrCheck } from '#machines/shared/domain.ts';
import { isOutdated } from '#machines/shared/outcome.ts';
import type { Failure, Result } from '#machines/shared/result.ts';

/** The answer of a poll, and the time of its arrival in epoch milliseconds. */
export type QrPollResult = { readonly at: number; readonly answer: Result<QrCheck> };

/** The polled code. */
type PolledQr = {
  /** The person who has to approve; empty for any person. */
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly deadline: number | null;
};

/**
 * The meaning of a poll result. `recognised`: a person has approved a code that anybody could approve; `approved`: the
 * identified person has approved; `refused`: a failure is shown; `outdated`: the policy has to be checked again; `void`: the
 * code cannot be approved any more; `pending`: the next poll follows.
 */
export type PollMeaning = 'recognised' | 'approved' | 'refused' | 'outdated' | 'void' | 'pending';

/** The state of an approved code. */
export const APPROVED_CHECK = 'A';

/** The state of a code that was denied or has ended otherwise. */
const ENDED_CHECK = 'O';

const MIN_CLIENT_ERROR = 400;
const MIN_SERVER_ERROR = 500;
const NOT_FOUND = 404;
/** Error code of an expired QR code. No dialog reports it, but a hint for a new code (rule 148). */
const TIMED_OUT = '010_3';

const rejection = (code: string): Failure => ({
  kind: 'rejected',
  status: 200,
  code,
  message: '',
  details: {},
});

/** Whether a status is a failure of the server or a gateway, which says nothing about the code. */
const isServerFailure = (status: number): boolean => status < MIN_CLIENT_ERROR || status >= MIN_SERVER_ERROR;

function meaningOfCheck({ userId }: PolledQr, check: QrCheck): PollMeaning {
  if (check.check === ENDED_CHECK) return 'refused';
  if (check.check !== APPROVED_CHECK) return 'pending';
  if (userId === '') return check.userId === '' ? 'refused' : 'recognised';
  return check.userId === '' || check.userId === userId ? 'approved' : 'refused';
}

/** The meaning of a failed poll. A failure of the network or the server says nothing about the code (rule 86). */
function meaningOfFailure(failure: Failure): PollMeaning {
  if (failure.kind === 'unreachable') return 'pending';
  if (failure.kind === 'malformed') return isServerFailure(failure.status) ? 'pending' : 'refused';
  if (failure.code === TIMED_OUT || failure.status === NOT_FOUND) return 'void';
  return failure.status >= MIN_SERVER_ERROR ? 'pending' : 'refused';
}

/** The meaning of a poll result. An approval counts even if the code has meanwhile expired (rule 87). */
export function meaningOfPoll(polled: PolledQr, { at, answer }: QrPollResult): PollMeaning {
  if (isOutdated(answer)) return 'outdated';
  const verdict = answer.ok ? meaningOfCheck(polled, answer.value) : meaningOfFailure(answer.failure);
  const isExpired = polled.deadline !== null && at >= polled.deadline;
  return verdict === 'pending' && isExpired ? 'void' : verdict;
}

/**
 * The failure that is shown for a `refused` poll: the failure of the call, an approval by another person (010_2), or a
 * denial (010).
 */
export function refusalOf(polled: PolledQr, { answer }: QrPollResult): Failure {
  if (!answer.ok) return answer.failure;
  const isOtherPerson = answer.value.check === APPROVED_CHECK && polled.userId !== '';
  return rejection(isOtherPerson ? '010_2' : '010');
}
