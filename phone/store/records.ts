import { answered, committed } from './database.ts';

/** An answer that was given on this phone. */
type StoredRecord = {
  /** When it was given, in epoch milliseconds of the device. */
  readonly at: number;
  readonly userId: string;
  readonly service: string;
  readonly browser: string;
  readonly outcome: 'approved' | 'refused' | 'mismatched';
};

/** Answers that are kept; older ones go. */
const KEPT = 50;

/** What was answered on this phone. It leaves the phone for nobody. */
export function recordsIn(opened: () => Promise<IDBDatabase>) {
  return {
    /** The newest first. */
    async all(): Promise<readonly StoredRecord[]> {
      const store = (await opened()).transaction('records').objectStore('records');
      const records: readonly StoredRecord[] = await answered(store.getAll());
      return records.toReversed();
    },
    async add(record: StoredRecord): Promise<void> {
      const transaction = (await opened()).transaction('records', 'readwrite');
      const store = transaction.objectStore('records');
      store.add(record);
      const keys = await answered(store.getAllKeys());
      for (const key of keys.slice(0, -KEPT)) store.delete(key);
      await committed(transaction);
    },
  };
}

export type Records = ReturnType<typeof recordsIn>;
