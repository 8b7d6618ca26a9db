import type { AuthSummary } from '#machines/shared/domain.ts';
import { type Failure, type Result, wasCheckedByServer } from '#machines/shared/result.ts';

const isSame = (one: AuthSummary, other: AuthSummary): boolean =>
  (Object.keys(one) as (keyof AuthSummary)[]).every((name) => one[name] === other[name]);

/** The server answers with the newest request of the session, which another tab may have begun (rule 42). */
const isOtherRequest = (initial: AuthSummary, answer: AuthSummary): boolean =>
  answer.redirectUrl !== initial.redirectUrl;

/** Whether the server has refused the request. A server error (5xx) says nothing about the request. */
const isRefusal = (failure: Failure): boolean =>
  wasCheckedByServer(failure) && failure.kind === 'rejected' && failure.status < 500;

/** Whether an answer differs from the initial data of this request. */
export const hasChanged = (initial: AuthSummary, answer: Result<AuthSummary>): boolean =>
  answer.ok
    ? !isOtherRequest(initial, answer.value) && !isSame(initial, answer.value)
    : isRefusal(answer.failure);

/** The user who has since signed in in another tab; null for none. */
export function loginElsewhere(initial: AuthSummary, answer: Result<AuthSummary>): string | null {
  if (!answer.ok || !isOtherRequest(initial, answer.value)) return null;
  const { isAlreadyAuth, userId } = answer.value;
  return isAlreadyAuth && userId !== '' ? userId : null;
}
