/** A change of the database schema. Its position is the version it leads to: add new ones at the end. */
type Migration = (database: IDBDatabase) => void;

const MIGRATIONS: readonly Migration[] = [
  (database) => {
    database.createObjectStore('accounts', { keyPath: 'id' });
    database.createObjectStore('values');
  },
  (database) => {
    database.createObjectStore('records', { autoIncrement: true });
  },
];

const NAME = 'munjigi-phone';

/** The result of an IndexedDB request. Rejects when the request fails. */
export const requestResult = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when a transaction is committed. */
export const transactionDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Opens the app's database and migrates an older one. The connection closes when a page with a newer version opens it.
 * Rejects where the browser gives the app no storage.
 */
export async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, MIGRATIONS.length);
  opening.onupgradeneeded = ({ oldVersion }) => {
    for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(opening.result);
  };
  const database = await requestResult(opening);
  database.onversionchange = () => database.close();
  return database;
}

/** Reads a single value, such as a setting; undefined when there is none. */
export const readValue = async (database: IDBDatabase, key: string): Promise<unknown> =>
  requestResult(database.transaction('values').objectStore('values').get(key));

/** Stores a single value. */
export async function saveValue(database: IDBDatabase, key: string, value: unknown): Promise<void> {
  const transaction = database.transaction('values', 'readwrite');
  transaction.objectStore('values').put(value, key);
  await transactionDone(transaction);
}
