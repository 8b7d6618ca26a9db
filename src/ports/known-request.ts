import type { AuthSummary } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';

/** What the page has been told of the request that it begins with. */
export type KnownRequest = {
  /** An answer that says something else than the page was told, and that nobody has taken yet; null for none. */
  take(): Result<AuthSummary> | null;
  keep(answer: Result<AuthSummary>): void;
};

/** What is known of a request before anybody asks; nothing at first. */
export function knownRequest(): KnownRequest {
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
