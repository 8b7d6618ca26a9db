import { hmac } from '#src/api/hmac.ts';

/** Lifetime of the outcome of a submission on the server, in milliseconds (rule 222). */
const OUTCOME_LIFETIME_MS = 60_000;

const NAME_BYTES = 16;

type UnansweredRequest = { readonly contentHash: string; readonly name: string; readonly at: number };

export type KeyedRequest = {
  /** The key for the header. */
  readonly name: string;
  /** The server has answered: the next identical request gets a new key. */
  readonly end: () => void;
};

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(NAME_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Assigns idempotency keys. A request repeated within a minute of an unanswered one gets the same key, so
 * that the server gives the same outcome. Only a keyed hash of the content is stored.
 * @param elapsed a monotonic clock in milliseconds
 */
export function createIdempotencyKeys(elapsed: () => number) {
  const key = newKey();
  let unanswered: readonly UnansweredRequest[] = [];
  return {
    begin(content: string): KeyedRequest {
      const mark = hmac(key, content);
      const recent = unanswered.filter(({ at }) => elapsed() - at < OUTCOME_LIFETIME_MS);
      const name = recent.find((one) => one.contentHash === mark)?.name ?? newKey();
      unanswered = [
        ...recent.filter((one) => one.contentHash !== mark),
        { contentHash: mark, name, at: elapsed() },
      ];
      return {
        name,
        end() {
          unanswered = unanswered.filter((one) => one.name !== name);
        },
      };
    },
  };
}
