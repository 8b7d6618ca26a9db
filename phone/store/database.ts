/** A step of the store: the next version of the database. Steps are never changed, only added. */
type Step = (database: IDBDatabase) => void;

const STEPS: readonly Step[] = [
  (database) => {
    database.createObjectStore('accounts', { keyPath: 'id' });
    database.createObjectStore('values');
  },
  (database) => {
    database.createObjectStore('records', { autoIncrement: true });
  },
];

const NAME = 'munjigi-phone';

/** What a request of IndexedDB gives. Rejects when it fails. */
export const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when everything of a transaction is stored. */
export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Opens the store of this phone, and brings one of an earlier version up to date. It gives way to a page of a later one.
 * Rejects where the browser gives the app no storage.
 */
export async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, STEPS.length);
  opening.onupgradeneeded = ({ oldVersion }) => {
    for (const step of STEPS.slice(oldVersion)) step(opening.result);
  };
  const database = await answered(opening);
  database.onversionchange = () => database.close();
  return database;
}
