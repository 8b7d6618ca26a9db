import type { StoredKeys } from './stored-keys.ts';

/** A signing key in a key ring. */
export type RingKey = {
  /**
   * The time from which the key signs, in epoch milliseconds; services have fetched the key before. Absent for a key
   * that signs immediately.
   */
  readonly signsFrom?: number | undefined;
};

/** Thrown when a key ring already contains two keys, which is the maximum, and the newer key does not sign yet. */
export class NewerKeyPendingError extends Error {
  override readonly name = 'NewerKeyPendingError';
  /** The time from which the newer key signs, in epoch milliseconds. */
  readonly signsFrom: number;

  constructor(signsFrom: number) {
    super('A newer key is published already and does not sign yet');
    this.signsFrom = signsFrom;
  }
}

const signingStartOf = ({ signsFrom = 0 }: RingKey): number => signsFrom;

/** The keys of a ring, the current signing key first. All keys are published. */
export function signerFirst<Key extends RingKey>(keys: readonly Key[], now: number): readonly Key[] {
  const signer = keys.findLast((key) => signingStartOf(key) <= now) ?? keys[0];
  return signer ? [signer, ...keys.filter((key) => key !== signer)] : [];
}

/**
 * Replaces the keys of a ring by the current signing key and the next key. Older keys are dropped, because everything
 * that they have signed has expired.
 * @throws NewerKeyPendingError when the newest key does not sign yet
 */
function withNextKey<Key extends RingKey>(keys: readonly Key[], next: Key, now: number): readonly Key[] {
  const [signer] = signerFirst(keys, now);
  const pendingKey = keys.find((key) => signingStartOf(key) > now);
  if (pendingKey) throw new NewerKeyPendingError(signingStartOf(pendingKey));
  return signer ? [signer, next] : [next];
}

/** The signing keys of an engine: two while one replaces the other. */
export type KeyRing<Key extends RingKey> = {
  /** All keys, the oldest first. */
  all(): Promise<readonly Key[]>;
  /** All keys, the current signing key first. All keys are published. */
  signerFirst(now: number): Promise<readonly Key[]>;
  /** A text that changes when a key, or the current signing key, changes. */
  version(now: number): Promise<string>;
  /**
   * Publishes a new key, which signs later.
   * @throws NewerKeyPendingError when the newest key does not sign yet
   */
  rotate(createKey: () => Key, now: number): Promise<void>;
  /** Encrypts the stored keys with the current data key, if they are not encrypted with it. */
  reseal(): Promise<void>;
};

/** The format in which the keys of an engine are stored. */
type Format<Key> = {
  /** @throws an error of the engine when the text is damaged */
  readonly parse: (text: string, location: string) => readonly Key[];
  readonly write: (keys: readonly Key[]) => string;
};

/** Creates a key ring with stored keys in a format. */
export function keyRing<Key extends RingKey>(
  stored: StoredKeys,
  { parse, write }: Format<Key>,
): KeyRing<Key> {
  const all = async (): Promise<readonly Key[]> => parse(await stored.read(), stored.location);
  const orderedKeys = async (now: number): Promise<readonly Key[]> => signerFirst(await all(), now);
  return {
    all,
    signerFirst: orderedKeys,
    version: async (now) => write(await orderedKeys(now)),
    reseal: stored.reseal,
    rotate: (createKey, now) =>
      stored.replace((text) => write(withNextKey(parse(text, stored.location), createKey(), now))),
  };
}
