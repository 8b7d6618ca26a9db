import { randomBytes } from 'node:crypto';

const RESPONSE_LIFETIME_MS = 60_000;
const MAX_RESPONSES = 200;

/**
 * Creates a store for SAML responses. A response arrives in a POST from another site, for which the browser sends no
 * Lax cookie, so it is stored until the browser opens the following page with its cookies.
 */
export function responseStore(now: () => number) {
  const responses = new Map<string, { readonly response: string; readonly until: number }>();
  return {
    /** Stores a response for a minute. Returns the code with which the response can be taken once. */
    put(response: string): string {
      for (const [code, { until }] of responses) {
        if (until <= now() || responses.size >= MAX_RESPONSES) responses.delete(code);
      }
      const code = randomBytes(24).toString('base64url');
      responses.set(code, { response, until: now() + RESPONSE_LIFETIME_MS });
      return code;
    },
    /** Removes and returns the response of a code; null when there is no such response. */
    take(code: string): string | null {
      const entry = responses.get(code);
      responses.delete(code);
      return entry && entry.until > now() ? entry.response : null;
    },
  };
}
