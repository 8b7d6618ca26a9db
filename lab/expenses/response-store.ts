import { randomBytes } from 'node:crypto';

const RESPONSE_LIFETIME_MS = 60_000;
const MAX_RESPONSES = 200;

/**
 * Stores a response between its cross-site POST, which carries no Lax cookie, and the following GET with
 * cookies.
 */
export function responseStore(now: () => number) {
  const responses = new Map<string, { readonly response: string; readonly until: number }>();
  return {
    /** Stores a response; returns a code that retrieves it once, within a minute. */
    put(response: string): string {
      for (const [code, { until }] of responses) {
        if (until <= now() || responses.size >= MAX_RESPONSES) responses.delete(code);
      }
      const code = randomBytes(24).toString('base64url');
      responses.set(code, { response, until: now() + RESPONSE_LIFETIME_MS });
      return code;
    },
    take(code: string): string | null {
      const entry = responses.get(code);
      responses.delete(code);
      return entry && entry.until > now() ? entry.response : null;
    },
  };
}
