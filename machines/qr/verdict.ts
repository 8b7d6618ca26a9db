import type { QrCheck } from '#machines/shared/domain.ts';
import { isOutdated } from '#machines/shared/outcome.ts';
import type { Failure, Result } from '#machines/shared/result.ts';

/** An answer with the time of its arrival, in epoch milliseconds. */
export type PolledCheck = { readonly at: number; readonly answer: Result<QrCheck> };

/** The code that the check is about. */
type PolledQr = {
  /** The person who has to approve; empty for any person. */
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly deadline: number | null;
};

/**
 * Meaning of a poll result. `recognised`: somebody approved a code that was open to anybody; `approved`: the
 * person approved; `void`: the code can no longer be approved; `pending`: poll again.
 */
export type Verdict = 'recognised' | 'approved' | 'refused' | 'outdated' | 'void' | 'pending';

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const NOT_FOUND = 404;
/** The code has expired: only the hint for a new code says so (rule 148). */
const TIMED_OUT = '010_3';

const rejection = (code: string): Failure => ({
  kind: 'rejected',
  status: 200,
  code,
  message: '',
  details: {},
});

/** Whether a status is a server or gateway failure and says nothing about the code. */
const isServerFailure = (status: number): boolean => status < CLIENT_ERROR || status >= SERVER_ERROR;

function verdictOfCheck({ userId }: PolledQr, check: QrCheck): Verdict {
  if (check.check === 'O') return 'refused';
  if (check.check !== 'A') return 'pending';
  if (userId === '') return check.userId === '' ? 'refused' : 'recognised';
  return check.userId === '' || check.userId === userId ? 'approved' : 'refused';
}

/** A lost network or a server in trouble is no answer about the code (rule 86). */
function verdictOfFailure(failure: Failure): Verdict {
  if (failure.kind === 'unreachable') return 'pending';
  if (failure.kind === 'malformed') return isServerFailure(failure.status) ? 'pending' : 'refused';
  if (failure.code === TIMED_OUT || failure.status === NOT_FOUND) return 'void';
  return failure.status >= SERVER_ERROR ? 'pending' : 'refused';
}

/** Reads an answer about a code. An approval counts even if the code has expired since (rule 87). */
export function verdictOf(polled: PolledQr, { at, answer }: PolledCheck): Verdict {
  if (isOutdated(answer)) return 'outdated';
  const verdict = answer.ok ? verdictOfCheck(polled, answer.value) : verdictOfFailure(answer.failure);
  const isExpired = polled.deadline !== null && at >= polled.deadline;
  return verdict === 'pending' && isExpired ? 'void' : verdict;
}

/** The failure to show for a `refused` poll: the server's own, another person's approval, or a denial. */
export function refusalOf(polled: PolledQr, { answer }: PolledCheck): Failure {
  if (!answer.ok) return answer.failure;
  const isOtherPerson = answer.value.check === 'A' && polled.userId !== '';
  return rejection(isOtherPerson ? '010_2' : '010');
}
