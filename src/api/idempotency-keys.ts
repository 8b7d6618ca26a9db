import { hmac } from '#src/api/hmac.ts';

/** Lifetime of the outcome of a request on the server, in milliseconds (rule 222). */
const OUTCOME_LIFETIME_MS = 60_000;

const KEY_BYTES = 16;

type UnansweredRequest = { readonly contentHash: string; readonly key: string; readonly at: number };

export type KeyedRequest = {
  /** The key for the header. */
  readonly key: string;
  /** The server has answered: the next identical request gets a new key. */
  readonly end: () => void;
};

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Assigns idempotency keys. A request repeated within a minute of an unanswered one gets the same key, so
 * that the server gives the same outcome. Only a keyed hash of the content is stored.
 * @param elapsed a monotonic clock in milliseconds
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
