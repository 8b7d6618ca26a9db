import type { DeviceKey } from '#phone/keys/device-key.ts';
import { readValue, requestResult, saveValue, transactionDone } from './database.ts';

/** An account as stored on this phone. The keys cannot be exported. */
export type StoredAccount = {
  /** The ID with which the portal has registered the app. */
  readonly id: string;
  readonly userId: string;
  /** Time at which the account was added, in epoch milliseconds. */
  readonly addedAt: number;
  /** The TOTP key of the account. */
  readonly codeKey: CryptoKey;
  /** The key that signs calls; null for an account that was registered without a connection, which makes no calls. */
  readonly deviceKey: DeviceKey | null;
};

/** An account that makes calls to the portal. */
export type OnlineAccount = StoredAccount & { readonly deviceKey: DeviceKey };

export const isOnlineAccount = (account: StoredAccount): account is OnlineAccount =>
  account.deviceKey !== null;

/** The key of the stored clock skew. */
const SKEW_KEY = 'skewMs';

/** Stores the accounts of this phone, and the clock skew. */
export function createAccountStore(getDatabase: () => Promise<IDBDatabase>) {
  const all = async (): Promise<readonly StoredAccount[]> => {
    const store = (await getDatabase()).transaction('accounts').objectStore('accounts');
    const accounts: readonly StoredAccount[] = await requestResult(store.getAll());
    return accounts.toSorted((a, b) => a.addedAt - b.addedAt);
  };
  return {
    /** All accounts, in the order in which they were added. */
    all,
    /** Adds an account and removes an older account of the same person, because a person can have only one app. */
    async put(account: StoredAccount): Promise<void> {
      const olderAccounts = (await all()).filter(({ userId }) => userId === account.userId);
      const transaction = (await getDatabase()).transaction('accounts', 'readwrite');
      const store = transaction.objectStore('accounts');
      for (const { id } of olderAccounts) store.delete(id);
      store.put(account);
      await transactionDone(transaction);
    },
    async remove(id: string): Promise<void> {
      const transaction = (await getDatabase()).transaction('accounts', 'readwrite');
      transaction.objectStore('accounts').delete(id);
      await transactionDone(transaction);
    },
    /** The last measured clock skew: milliseconds by which the portal's clock is ahead of the phone's clock. */
    async skewMs(): Promise<number> {
      const skew = await readValue(await getDatabase(), SKEW_KEY);
      return typeof skew === 'number' ? skew : 0;
    },
    saveSkew: async (skewMs: number) => saveValue(await getDatabase(), SKEW_KEY, skewMs),
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
