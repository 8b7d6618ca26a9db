import type { QrCheck } from '#machines/shared/domain.ts';
import { isOutdated } from '#machines/shared/outcome.ts';
import type { Failure, Result } from '#machines/shared/result.ts';

/** An answer with the moment at which it came, in epoch milliseconds. */
export type PolledCheck = { readonly at: number; readonly answer: Result<QrCheck> };

/** The code that was asked about. */
type Asked = {
  /** Who has to approve; empty for anybody. */
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly deadline: number | null;
};

/**
 * What an answer means. `recognised`: somebody approved a login that anybody could; `approved`: the person
 * did; `void`: the code can be approved no more; `pending`: ask again.
 */
export type Verdict = 'recognised' | 'approved' | 'refused' | 'outdated' | 'void' | 'pending';

const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const NOT_FOUND = 404;
/** The time to approve is over: said by the hint for another code alone (decision 148). */
const TIMED_OUT = '010_3';

const refusedAs = (code: string): Failure => ({
  kind: 'rejected',
  status: 200,
  code,
  message: '',
  details: {},
});

/** Whether an answer that is none of this call says nothing about the code. */
const isTheServers = (status: number): boolean => status < CLIENT_ERROR || status >= SERVER_ERROR;

function verdictOfCheck({ userId }: Asked, found: QrCheck): Verdict {
  if (found.check === 'O') return 'refused';
  if (found.check !== 'A') return 'pending';
  if (userId === '') return found.userId === '' ? 'refused' : 'recognised';
  return found.userId === '' || found.userId === userId ? 'approved' : 'refused';
}

/** A lost network or a server in trouble is no answer about the code (decision 86). */
function verdictOfFailure(failure: Failure): Verdict {
  if (failure.kind === 'unreachable') return 'pending';
  if (failure.kind === 'malformed') return isTheServers(failure.status) ? 'pending' : 'refused';
  if (failure.code === TIMED_OUT || failure.status === NOT_FOUND) return 'void';
  return failure.status >= SERVER_ERROR ? 'pending' : 'refused';
}

/** Reads an answer about a code. An approval counts even when its time has run out meanwhile (decision 87). */
export function verdictOf(asked: Asked, { at, answer }: PolledCheck): Verdict {
  if (isOutdated(answer)) return 'outdated';
  const verdict = answer.ok ? verdictOfCheck(asked, answer.value) : verdictOfFailure(answer.failure);
  const isOver = asked.deadline !== null && at >= asked.deadline;
  return verdict === 'pending' && isOver ? 'void' : verdict;
}

/** What to say about a `refused` answer: the server's own failure, another person's approval, or a no. */
export function refusalOf(asked: Asked, { answer }: PolledCheck): Failure {
  if (!answer.ok) return answer.failure;
  const isForeign = answer.value.check === 'A' && asked.userId !== '';
  return refusedAs(isForeign ? '010_2' : '010');
}
