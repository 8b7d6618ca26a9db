import type { DeviceKey } from '#phone/keys/device-key.ts';
import { readValue, requestResult, saveValue, transactionDone } from './database.ts';

/** An account as it is stored on this phone. Its keys cannot be exported. */
export type StoredAccount = {
  /** Also the ID under which the portal registers the app. */
  readonly id: string;
  readonly userId: string;
  /** When it was added, in epoch milliseconds. */
  readonly addedAt: number;
  readonly codeKey: CryptoKey;
  /** Null for an offline account: it makes no calls. */
  readonly deviceKey: DeviceKey | null;
};

/** An account that was registered with the portal and makes calls. */
export type OnlineAccount = StoredAccount & { readonly deviceKey: DeviceKey };

export const isOnlineAccount = (account: StoredAccount): account is OnlineAccount =>
  account.deviceKey !== null;

const SKEW = 'skewMs';

/** The accounts of this phone. */
export function createAccountStore(getDatabase: () => Promise<IDBDatabase>) {
  const all = async (): Promise<readonly StoredAccount[]> => {
    const store = (await getDatabase()).transaction('accounts').objectStore('accounts');
    const accounts: readonly StoredAccount[] = await requestResult(store.getAll());
    return accounts.toSorted((a, b) => a.addedAt - b.addedAt);
  };
  return {
    /** In the order in which they were added. */
    all,
    /** Adds an account and removes an older one of the same person: the portal allows one app per person. */
    async put(account: StoredAccount): Promise<void> {
      const replaced = (await all()).filter(({ userId }) => userId === account.userId);
      const transaction = (await getDatabase()).transaction('accounts', 'readwrite');
      const store = transaction.objectStore('accounts');
      for (const { id } of replaced) store.delete(id);
      store.put(account);
      await transactionDone(transaction);
    },
    async remove(id: string): Promise<void> {
      const transaction = (await getDatabase()).transaction('accounts', 'readwrite');
      transaction.objectStore('accounts').delete(id);
      await transactionDone(transaction);
    },
    /** The portal's clock minus the phone's, in milliseconds, as last measured. */
    async skewMs(): Promise<number> {
      const skew = await readValue(await getDatabase(), SKEW);
      return typeof skew === 'number' ? skew : 0;
    },
    saveSkew: async (skewMs: number) => saveValue(await getDatabase(), SKEW, skewMs),
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
