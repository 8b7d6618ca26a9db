import type { AuthSummary } from '#machines/shared/domain.ts';
import { type Failure, type Result, wasCheckedByServer } from '#machines/shared/result.ts';

const haveEqualFields = (initial: AuthSummary, answer: AuthSummary): boolean =>
  (Object.keys(initial) as (keyof AuthSummary)[]).every((name) => initial[name] === answer[name]);

/**
 * Whether the answer is about a different request than the initial data. The server answers with the newest request of
 * the session, which another tab may have started (rule 42).
 */
const isOtherRequest = (initial: AuthSummary, answer: AuthSummary): boolean =>
  answer.redirectUrl !== initial.redirectUrl;

/** Whether the server has refused the request. A server error (5xx) is not a refusal of the request. */
const isRefusal = (failure: Failure): boolean =>
  wasCheckedByServer(failure) && failure.kind === 'rejected' && failure.status < 500;

/** Whether the request in the initial data has changed: the answer has other values for it, or refuses it. */
export const hasChanged = (initial: AuthSummary, answer: Result<AuthSummary>): boolean =>
  answer.ok
    ? !isOtherRequest(initial, answer.value) && !haveEqualFields(initial, answer.value)
    : isRefusal(answer.failure);

/** The ID of a person who has signed in for a different request in another tab; null if nobody has. */
export function loginElsewhere(initial: AuthSummary, answer: Result<AuthSummary>): string | null {
  if (!answer.ok || !isOtherRequest(initial, answer.value)) return null;
  const { isAlreadyAuth, userId } = answer.value;
  return isAlreadyAuth && userId !== '' ? userId : null;
}
