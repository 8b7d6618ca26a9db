import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';

/** Stores one answer about the request of the service, which is newer than the initial data, for the redirect page. */
export type RequestCache = {
  /** Returns the stored answer and removes it. Null if no answer is stored. */
  take(): Result<AuthSummary> | null;
  store(answer: Result<AuthSummary>): void;
};

/** Creates a cache that contains no answer. */
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
