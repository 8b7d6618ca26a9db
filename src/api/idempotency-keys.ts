import { hmac } from '#src/api/hmac.ts';

/** Time for which the server stores the outcome of a request, in milliseconds (rule 222). */
const OUTCOME_LIFETIME_MS = 60_000;

const KEY_BYTES = 16;

type UnansweredRequest = { readonly contentHash: string; readonly key: string; readonly at: number };

/** A request with its idempotency key. */
export type KeyedRequest = {
  readonly key: string;
  /** Must be called when the server has answered. The next identical request then has a new key. */
  readonly end: () => void;
};

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Creates a function `begin` that assigns idempotency keys to requests. If an identical request was sent within the
 * last minute and the server has not answered it, `begin` returns the key of that request, so that the server gives the
 * same outcome. Of a request, only a keyed hash of its content is stored in memory.
 * @param elapsed returns the time of a monotonic clock in milliseconds
 */
export function createIdempotencyKeys(elapsed: () => number) {
  const hashKey = newKey();
  let unanswered: readonly UnansweredRequest[] = [];
  return {
    begin(content: string): KeyedRequest {
      const contentHash = hmac(hashKey, content);
      const recent = unanswered.filter(({ at }) => elapsed() - at < OUTCOME_LIFETIME_MS);
      const key = recent.find((request) => request.contentHash === contentHash)?.key ?? newKey();
      unanswered = [
        ...recent.filter((request) => request.contentHash !== contentHash),
        { contentHash, key, at: elapsed() },
      ];
      return {
        key,
        end() {
          unanswered = unanswered.filter((request) => request.key !== key);
        },
      };
    },
  };
}
