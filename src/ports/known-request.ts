import type { AuthSummary } from '#machines/shared/domain.ts';
import { type Failure, isJudged, type Result } from '#machines/shared/result.ts';

/** What the page has been told of the request that it begins with. */
export type KnownRequest = {
  /** An answer that says something else than the page was told, and that nobody has taken yet; null for none. */
  take(): Result<AuthSummary> | null;
  /** Keeps an answer that says something else of this request than the page did; whether it does. */
  differs(answer: Result<AuthSummary>): boolean;
  /**
   * Who has signed in meanwhile, by an answer about another request, which another tab has begun: that one is not to
   * be gone on with here. Null: nobody, or the answer is about this request.
   */
  otherLogin(answer: Result<AuthSummary>): string | null;
};

const isSame = (one: AuthSummary, other: AuthSummary): boolean =>
  (Object.keys(one) as (keyof AuthSummary)[]).every((name) => one[name] === other[name]);

/** A server in trouble says nothing of the request. */
const isRefusal = (failure: Failure): boolean =>
  isJudged(failure) && failure.kind === 'rejected' && failure.status < 500;

/** @param known the summary that came with the page; null for none */
export function knownRequest(known: AuthSummary | null): KnownRequest {
  let next: Result<AuthSummary> | null = null;
  const isOfThis = (summary: AuthSummary): boolean => summary.redirectUrl === known?.redirectUrl;
  return {
    take() {
      const taken = next;
      next = null;
      return taken;
    },
    differs(answer) {
      const isOther =
        known !== null &&
        (answer.ok ? isOfThis(answer.value) && !isSame(known, answer.value) : isRefusal(answer.failure));
      if (isOther) next = answer;
      return isOther;
    },
    otherLogin(answer) {
      if (known === null || !answer.ok || isOfThis(answer.value)) return null;
      const { isAlreadyAuth, userId } = answer.value;
      return isAlreadyAuth && userId !== '' ? userId : null;
    },
  };
}
