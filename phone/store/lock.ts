import { requestResult, transactionDone } from './database.ts';

/** A platform passkey: its ID, and its public key (SubjectPublicKeyInfo). */
export type StoredPasskey = {
  readonly kind: 'passkey';
  readonly credentialId: ArrayBuffer;
  readonly publicKey: ArrayBuffer;
  /** COSE algorithm: -7 (ES256) or -257 (RS256). */
  readonly algorithm: number;
};

/** A PIN: a slow hash, and the number of tries since the last correct one. */
export type StoredPin = {
  readonly kind: 'pin';
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: ArrayBuffer;
  readonly tried: number;
};

type StoredLock = (StoredPasskey | StoredPin | { readonly kind: 'off' }) & { readonly coversCodes: boolean };

const LOCK = 'lock';

/** Wrong PINs in a row after which no PIN is accepted. */
const MAX_TRIES = 5;

/** The lock of the app (rule 262). */
export function createLockStore(getDatabase: () => Promise<IDBDatabase>) {
  /** Changes the lock in one transaction, so that two windows of the app cannot share a try. */
  async function change<Value>(
    update: (current: StoredLock | undefined) => { readonly next?: StoredLock; readonly value: Value },
  ): Promise<Value> {
    const transaction = (await getDatabase()).transaction('values', 'readwrite');
    const store = transaction.objectStore('values');
    const { next, value } = update(await requestResult(store.get(LOCK)));
    if (next) store.put(next, LOCK);
    await transactionDone(transaction);
    return value;
  }
  const read = async (): Promise<StoredLock | undefined> =>
    requestResult((await getDatabase()).transaction('values').objectStore('values').get(LOCK));

  return {
    async state(): Promise<{ readonly kind: StoredLock['kind'] | 'unset'; readonly coversCodes: boolean }> {
      const lock = await read();
      return { kind: lock?.kind ?? 'unset', coversCodes: lock?.coversCodes ?? false };
    },
    async passkey(): Promise<StoredPasskey | null> {
      const lock = await read();
      return lock?.kind === 'passkey' ? lock : null;
    },
    /** Replaces the lock and leaves `coversCodes` as it is. */
    save: (lock: StoredPasskey | StoredPin | { readonly kind: 'off' }): Promise<void> =>
      change((current) => ({
        next: { ...lock, coversCodes: current?.coversCodes ?? false },
        value: undefined,
      })),
    setCoversCodes: (coversCodes: boolean): Promise<void> =>
      change((current) => ({ ...(current && { next: { ...current, coversCodes } }), value: undefined })),
    /** Counts a try before the PIN is compared. Null when there is no PIN or no try is left. */
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
    /** Deletes the lock, the accounts and the records. */
    async clear(): Promise<void> {
      const transaction = (await getDatabase()).transaction(['accounts', 'records', 'values'], 'readwrite');
      transaction.objectStore('accounts').clear();
      transaction.objectStore('records').clear();
      transaction.objectStore('values').delete(LOCK);
      await transactionDone(transaction);
    },
  };
}

export type LockStore = ReturnType<typeof createLockStore>;
