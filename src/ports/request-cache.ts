import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';

/** A newer answer about the request of the initial data. */
export type RequestCache = {
  /** Returns the stored answer once; null when there is none. */
  take(): Result<AuthSummary> | null;
  store(answer: Result<AuthSummary>): void;
};

/** Stores an answer until the redirect page reads it; empty at first. */
export function createRequestCache(): RequestCache {
  let answer: Result<AuthSummary> | null = null;
  return {
    take() {
      const takenAnswer = answer;
      answer = null;
      return takenAnswer;
    },
    store(newAnswer) {
      answer = newAnswer;
    },
  };
}
