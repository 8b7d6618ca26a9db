import { randomBytes } from 'node:crypto';

const KEPT_MS = 60_000;
const MAX_KEPT = 200;

/**
 * Keeps a response between its POST, which carries no Lax cookie when it comes from another site, and the
 * GET that follows with the cookies.
 */
export function responseShelf(now: () => number) {
  const kept = new Map<string, { readonly response: string; readonly until: number }>();
  return {
    /** Answers the code under which the response is taken once, within a minute. */
    put(response: string): string {
      for (const [code, { until }] of kept) {
        if (until <= now() || kept.size >= MAX_KEPT) kept.delete(code);
      }
      const code = randomBytes(24).toString('base64url');
      kept.set(code, { response, until: now() + KEPT_MS });
      return code;
    },
    take(code: string): string | null {
      const found = kept.get(code);
      kept.delete(code);
      return found && found.until > now() ? found.response : null;
    },
  };
}
