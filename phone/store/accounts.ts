import type { DeviceKey } from '#phone/keys/device-key.ts';
import { answered, committed } from './database.ts';

/** An account as this phone keeps it. Its keys are objects of the browser, which gives their bytes to nobody. */
export type StoredAccount = {
  /** Also the identity of the app at the portal. */
  readonly id: string;
  readonly userId: string;
  /** When it was added, in epoch milliseconds. */
  readonly addedAt: number;
  readonly codeKey: CryptoKey;
  /** Null for an account that was added without a connection: it makes no calls. */
  readonly deviceKey: DeviceKey | null;
};

const SKEW = 'skewMs';

/** The accounts of this phone. */
export function accountsIn(opened: () => Promise<IDBDatabase>) {
  const all = async (): Promise<readonly StoredAccount[]> => {
    const store = (await opened()).transaction('accounts').objectStore('accounts');
    const accounts: readonly StoredAccount[] = await answered(store.getAll());
    return accounts.toSorted((a, b) => a.addedAt - b.addedAt);
  };
  return {
    /** In the order in which they were added. */
    all,
    /** Adds an account, in the place of one of the same person: the portal takes one app of each. */
    async put(account: StoredAccount): Promise<void> {
      const former = (await all()).filter(({ userId }) => userId === account.userId);
      const transaction = (await opened()).transaction('accounts', 'readwrite');
      const store = transaction.objectStore('accounts');
      for (const { id } of former) store.delete(id);
      store.put(account);
      await committed(transaction);
    },
    async remove(id: string): Promise<void> {
      const transaction = (await opened()).transaction('accounts', 'readwrite');
      transaction.objectStore('accounts').delete(id);
      await committed(transaction);
    },
    /** The portal's clock minus the phone's, in milliseconds, as an answer has told it last. */
    async skewMs(): Promise<number> {
      const skew: unknown = await answered(
        (await opened()).transaction('values').objectStore('values').get(SKEW),
      );
      return typeof skew === 'number' ? skew : 0;
    },
    async keepSkew(skewMs: number): Promise<void> {
      const transaction = (await opened()).transaction('values', 'readwrite');
      transaction.objectStore('values').put(skewMs, SKEW);
      await committed(transaction);
    },
  };
}

export type Accounts = ReturnType<typeof accountsIn>;
