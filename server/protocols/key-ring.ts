import type { StoredKeys } from './stored-keys.ts';

/** A key of a ring with the time from which it signs. */
export type RingKey = {
  /** From when it signs, in epoch milliseconds: services have fetched it by then. Absent: from its beginning. */
  readonly signsFrom?: number | undefined;
};

/** The ring has two keys, its maximum: the newer does not sign yet. */
export class KeyWaitsError extends Error {
  override readonly name = 'KeyWaitsError';
  /** Epoch milliseconds. */
  readonly signsFrom: number;

  constructor(signsFrom: number) {
    super('A newer key waits for its time');
    this.signsFrom = signsFrom;
  }
}

const beginOf = ({ signsFrom = 0 }: RingKey): number => signsFrom;

/** The keys of a ring, the one that signs now first; all of them are published. */
export function inSigningOrder<Key extends RingKey>(keys: readonly Key[], now: number): readonly Key[] {
  const signer = keys.findLast((key) => beginOf(key) <= now) ?? keys[0];
  return signer ? [signer, ...keys.filter((key) => key !== signer)] : [];
}

/**
 * A ring with one key more, which signs from a time on. Of those before the present one none stays: what was signed
 * with them is long over.
 * @throws KeyWaitsError when the last new one does not sign yet
 */
function withNextKey<Key extends RingKey>(keys: readonly Key[], next: Key, now: number): readonly Key[] {
  const [signer] = inSigningOrder(keys, now);
  const waiting = keys.find((key) => beginOf(key) > now);
  if (waiting) throw new KeyWaitsError(beginOf(waiting));
  return signer ? [signer, next] : [next];
}

/** The signing keys of an engine: two while one replaces the other. */
export type KeyRing<Key extends RingKey> = {
  /** The oldest first. */
  all(): Promise<readonly Key[]>;
  /** The one that signs now first; all of them are published. */
  inOrder(now: number): Promise<readonly Key[]>;
  /** Names the keys and the one that signs now. */
  version(now: number): Promise<string>;
  /**
   * Publishes a new key, which signs from a time on.
   * @throws KeyWaitsError when the last new one does not sign yet
   */
  rotate(make: () => Key, now: number): Promise<void>;
  /** Seals the file of the ring with the key that seals now, if another one has, or none. */
  reseal(): Promise<void>;
};

type Format<Key> = {
  /** @throws the engine's own error when the text is damaged */
  readonly parse: (text: string, place: string) => readonly Key[];
  readonly write: (keys: readonly Key[]) => string;
};

/** Parses a ring. */
export function keyRing<Key extends RingKey>(
  stored: StoredKeys,
  { parse, write }: Format<Key>,
): KeyRing<Key> {
  const all = async (): Promise<readonly Key[]> => parse(await stored.read(), stored.place);
  const inOrder = async (now: number): Promise<readonly Key[]> => inSigningOrder(await all(), now);
  return {
    all,
    inOrder,
    version: async (now) => write(await inOrder(now)),
    reseal: stored.reseal,
    rotate: (make, now) =>
      stored.replace((text) => write(withNextKey(parse(text, stored.place), make(), now))),
  };
}
