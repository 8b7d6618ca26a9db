import { requestResult, transactionDone } from './database.ts';

/** A person's answer to a request. */
type StoredRecord = {
  /** Time of the phone's clock, in epoch milliseconds. */
  readonly at: number;
  readonly userId: string;
  readonly service: string;
  readonly browser: string;
  readonly outcome: 'approved' | 'refused' | 'mismatched';
};

/** Maximum number of stored answers. When there are more, the oldest are deleted. */
const MAX_RECORDS = 50;

/** Stores the answers that were given on this phone. They are not stored elsewhere. */
export function createRecordStore(getDatabase: () => Promise<IDBDatabase>) {
  return {
    /** All answers, the newest first. */
    async all(): Promise<readonly StoredRecord[]> {
      const store = (await getDatabase()).transaction('records').objectStore('records');
      const records: readonly StoredRecord[] = await requestResult(store.getAll());
      return records.toReversed();
    },
    async add(record: StoredRecord): Promise<void> {
      const transaction = (await getDatabase()).transaction('records', 'readwrite');
      const store = transaction.objectStore('records');
      store.add(record);
      const keys = await requestResult(store.getAllKeys());
      for (const key of keys.slice(0, -MAX_RECORDS)) store.delete(key);
      await transactionDone(transaction);
    },
  };
}

export type RecordStore = ReturnType<typeof createRecordStore>;
