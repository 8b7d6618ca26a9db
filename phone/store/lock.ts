import { requestResult, transactionDone } from './database.ts';

/** A lock with a passkey of the phone. */
export type StoredPasskey = {
  readonly kind: 'passkey';
  readonly credentialId: ArrayBuffer;
  /** The public key as SubjectPublicKeyInfo (RFC 5280). */
  readonly publicKey: ArrayBuffer;
  /** The signature algorithm by its number in COSE: -7 (ES256) or -257 (RS256). */
  readonly algorithm: number;
};

/** A lock with a PIN. */
export type StoredPin = {
  readonly kind: 'pin';
  readonly salt: Uint8Array<ArrayBuffer>;
  /** A slow hash of the PIN. */
  readonly hash: ArrayBuffer;
  /** The number of tries since the last correct PIN. */
  readonly tried: number;
};

/** The stored lock; `coversCodes` says whether codes are hidden until the lock is opened. */
type StoredLock = (StoredPasskey | StoredPin | { readonly kind: 'off' }) & { readonly coversCodes: boolean };

/** The key of the stored lock. */
const LOCK_KEY = 'lock';

/** Number of consecutive wrong PINs after which no PIN is accepted. */
const MAX_TRIES = 5;

/** Stores the lock of the app (rule 262). */
export function createLockStore(getDatabase: () => Promise<IDBDatabase>) {
  /** Changes the lock in one transaction, so that tries in two windows of the app are counted as two tries. */
  async function change<Value>(
    update: (current: StoredLock | undefined) => { readonly next?: StoredLock; readonly value: Value },
  ): Promise<Value> {
    const transaction = (await getDatabase()).transaction('values', 'readwrite');
    const store = transaction.objectStore('values');
    const { next, value } = update(await requestResult(store.get(LOCK_KEY)));
    if (next) store.put(next, LOCK_KEY);
    await transactionDone(transaction);
    return value;
  }
  const read = async (): Promise<StoredLock | undefined> =>
    requestResult((await getDatabase()).transaction('values').objectStore('values').get(LOCK_KEY));

  return {
    async state(): Promise<{ readonly kind: StoredLock['kind'] | 'unset'; readonly coversCodes: boolean }> {
      const lock = await read();
      return { kind: lock?.kind ?? 'unset', coversCodes: lock?.coversCodes ?? false };
    },
    async passkey(): Promise<StoredPasskey | null> {
      const lock = await read();
      return lock?.kind === 'passkey' ? lock : null;
    },
    /** Replaces the lock, and does not change `coversCodes`. */
    save: (lock: StoredPasskey | StoredPin | { readonly kind: 'off' }): Promise<void> =>
      change((current) => ({
        next: { ...lock, coversCodes: current?.coversCodes ?? false },
        value: undefined,
      })),
    setCoversCodes: (coversCodes: boolean): Promise<void> =>
      change((current) => ({ ...(current && { next: { ...current, coversCodes } }), value: undefined })),
    /** Counts a try, before the PIN is compared. Returns null if the lock is not a PIN, or if no try is left. */
    countTry: (): Promise<{ readonly pin: StoredPin; readonly remainingTries: number } | null> =>
      change((lock) => {
        if (lock?.kind !== 'pin' || lock.tried >= MAX_TRIES) return { value: null };
        const tried = lock.tried + 1;
        return { next: { ...lock, tried }, value: { pin: lock, remainingTries: MAX_TRIES - tried } };
      }),
    resetTries: (): Promise<void> =>
      change((lock) => ({
        ...(lock?.kind === 'pin' && { next: { ...lock, tried: 0 } }),
        value: undefined,
      })),
    /** Deletes the lock, the accounts and the recorded answers. */
    async clear(): Promise<void> {
      const transaction = (await getDatabase()).transaction(['accounts', 'records', 'values'], 'readwrite');
      transaction.objectStore('accounts').clear();
      transaction.objectStore('records').clear();
      transaction.objectStore('values').delete(LOCK_KEY);
      await transactionDone(transaction);
    },
  };
}

export type LockStore = ReturnType<typeof createLockStore>;
