import { requestResult, transactionDone } from './database.ts';

/** An answer that was given on this phone. */
type StoredRecord = {
  /** Epoch milliseconds by the clock of the phone. */
  readonly at: number;
  readonly userId: string;
  readonly service: string;
  readonly browser: string;
  readonly outcome: 'approved' | 'refused' | 'mismatched';
};

/** Stored answers; older ones are deleted. */
const MAX_RECORDS = 50;

/** The answers that were given on this phone. They are stored here only. */
export function createRecordStore(getDatabase: () => Promise<IDBDatabase>) {
  return {
    /** The newest first. */
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
