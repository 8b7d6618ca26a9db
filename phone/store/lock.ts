import { answered, committed } from './database.ts';

/** A passkey of the phone: its ID, and the public key (SubjectPublicKeyInfo) by which its answers are verified. */
export type StoredPasskey = {
  readonly kind: 'passkey';
  readonly credentialId: ArrayBuffer;
  readonly publicKey: ArrayBuffer;
  /** COSE algorithm: -7 (ES256) or -257 (RS256). */
  readonly algorithm: number;
};

/** A PIN, of which the phone keeps a slow hash and the tries since the last right one. */
export type StoredPin = {
  readonly kind: 'pin';
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: ArrayBuffer;
  readonly tried: number;
};

type StoredLock = (StoredPasskey | StoredPin | { readonly kind: 'off' }) & { readonly coversCodes: boolean };

const LOCK = 'lock';

/** Wrong PINs until none is taken any more. */
const MAX_TRIES = 5;

/** The lock of this phone (decision 262). */
export function lockIn(opened: () => Promise<IDBDatabase>) {
  /** Changes the lock in one transaction, so that two windows of the app cannot share a try. */
  async function change<Value>(
    step: (former: StoredLock | undefined) => { readonly next?: StoredLock; readonly value: Value },
  ): Promise<Value> {
    const transaction = (await opened()).transaction('values', 'readwrite');
    const store = transaction.objectStore('values');
    const { next, value } = step(await answered(store.get(LOCK)));
    if (next) store.put(next, LOCK);
    await committed(transaction);
    return value;
  }
  const read = async (): Promise<StoredLock | undefined> =>
    answered((await opened()).transaction('values').objectStore('values').get(LOCK));

  return {
    async state(): Promise<{ readonly kind: StoredLock['kind'] | 'unset'; readonly coversCodes: boolean }> {
      const lock = await read();
      return { kind: lock?.kind ?? 'unset', coversCodes: lock?.coversCodes ?? false };
    },
    async passkey(): Promise<StoredPasskey | null> {
      const lock = await read();
      return lock?.kind === 'passkey' ? lock : null;
    },
    /** Sets another lock; whether it covers the codes stays. */
    keep: (lock: StoredPasskey | StoredPin | { readonly kind: 'off' }): Promise<void> =>
      change((former) => ({
        next: { ...lock, coversCodes: former?.coversCodes ?? false },
        value: undefined,
      })),
    cover: (coversCodes: boolean): Promise<void> =>
      change((former) => ({ ...(former && { next: { ...former, coversCodes } }), value: undefined })),
    /** Counts a try before it is judged. Null when there is no PIN, or no try left for it. */
    takeTry: (): Promise<{ readonly pin: StoredPin; readonly left: number } | null> =>
      change((lock) => {
        if (lock?.kind !== 'pin' || lock.tried >= MAX_TRIES) return { value: null };
        const tried = lock.tried + 1;
        return { next: { ...lock, tried }, value: { pin: lock, left: MAX_TRIES - tried } };
      }),
    forgetTries: (): Promise<void> =>
      change((lock) => ({
        ...(lock?.kind === 'pin' && { next: { ...lock, tried: 0 } }),
        value: undefined,
      })),
    /** Deletes the lock with everything that it guards. */
    async clear(): Promise<void> {
      const transaction = (await opened()).transaction(['accounts', 'records', 'values'], 'readwrite');
      transaction.objectStore('accounts').clear();
      transaction.objectStore('records').clear();
      transaction.objectStore('values').delete(LOCK);
      await committed(transaction);
    },
  };
}

export type LockStore = ReturnType<typeof lockIn>;
