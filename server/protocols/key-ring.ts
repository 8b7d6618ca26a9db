import type { StoredKeys } from './stored-keys.ts';

/** A key of a ring. */
export type RingKey = {
  /** Epoch milliseconds from which it signs, by when services have fetched it; absent: signs immediately. */
  readonly signsFrom?: number | undefined;
};

/** The ring already has two keys, its maximum, and the newer one does not sign yet. */
export class NewerKeyPendingError extends Error {
  override readonly name = 'NewerKeyPendingError';
  /** Epoch milliseconds. */
  readonly signsFrom: number;

  constructor(signsFrom: number) {
    super('A newer key is published already and does not sign yet');
    this.signsFrom = signsFrom;
  }
}

const signingStart = ({ signsFrom = 0 }: RingKey): number => signsFrom;

/** The keys of a ring, the current signing key first; all of them are published. */
export function signerFirst<Key extends RingKey>(keys: readonly Key[], now: number): readonly Key[] {
  const signer = keys.findLast((key) => signingStart(key) <= now) ?? keys[0];
  return signer ? [signer, ...keys.filter((key) => key !== signer)] : [];
}

/**
 * A ring of the current signing key and the next one. Older keys are dropped, since everything that they signed has
 * expired.
 * @throws NewerKeyPendingError when the newest key does not sign yet
 */
function withNextKey<Key extends RingKey>(keys: readonly Key[], next: Key, now: number): readonly Key[] {
  const [signer] = signerFirst(keys, now);
  const waitingKey = keys.find((key) => signingStart(key) > now);
  if (waitingKey) throw new NewerKeyPendingError(signingStart(waitingKey));
  return signer ? [signer, next] : [next];
}

/** The signing keys of an engine: two while one replaces the other. */
export type KeyRing<Key extends RingKey> = {
  /** The oldest first. */
  all(): Promise<readonly Key[]>;
  /** The current signing key first; all of them are published. */
  signerFirst(now: number): Promise<readonly Key[]>;
  /** A text that changes when a key, or the current signing key, changes. */
  version(now: number): Promise<string>;
  /**
   * Publishes a new key, which signs later.
   * @throws NewerKeyPendingError when the newest key does not sign yet
   */
  rotate(make: () => Key, now: number): Promise<void>;
  /** Encrypts the file of the ring again, unless it is encrypted with the current data key. */
  reseal(): Promise<void>;
};

type Format<Key> = {
  /** @throws the engine's own error when the text is damaged */
  readonly parse: (text: string, location: string) => readonly Key[];
  readonly write: (keys: readonly Key[]) => string;
};

/** A ring of keys in a format. */
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
    rotate: (make, now) =>
      stored.replace((text) => write(withNextKey(parse(text, stored.location), make(), now))),
  };
}
