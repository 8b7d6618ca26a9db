import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';

/** The initial data of the request that the page begins with. */
export type RequestCache = {
  /** An unread answer that differs from the initial data; null without one. */
  take(): Result<AuthSummary> | null;
  keep(answer: Result<AuthSummary>): void;
};

/** Request data that came before a call asked for it; empty at first. */
export function createRequestCache(): RequestCache {
  let next: Result<AuthSummary> | null = null;
  return {
    take() {
      const taken = next;
      next = null;
      return taken;
    },
    keep(answer) {
      next = answer;
    },
  };
}
