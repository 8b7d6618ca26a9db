/** A change of the database schema. */
type Migration = (database: IDBDatabase) => void;

/** All changes of the schema, in order. Their number is the version of the database; add a new change at the end. */
const MIGRATIONS: readonly Migration[] = [
  (database) => {
    database.createObjectStore('accounts', { keyPath: 'id' });
    database.createObjectStore('values');
  },
  (database) => {
    database.createObjectStore('records', { autoIncrement: true });
  },
];

const DATABASE_NAME = 'munjigi-phone';

/** Waits for the result of an IndexedDB request; the promise is rejected if the request fails. */
export const requestResult = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Waits until a transaction is committed; the promise is rejected if it is aborted. */
export const transactionDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Opens the database of the app, and migrates an older version. The connection is closed when another page opens a newer
 * version.
 * @throws DOMException when the browser does not allow the app to store data
 */
export async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE_NAME, MIGRATIONS.length);
  request.onupgradeneeded = ({ oldVersion }) => {
    for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(request.result);
  };
  const database = await requestResult(request);
  database.onversionchange = () => database.close();
  return database;
}

/** Reads a single value, such as a setting; undefined if no value is stored. */
export const readValue = async (database: IDBDatabase, key: string): Promise<unknown> =>
  requestResult(database.transaction('values').objectStore('values').get(key));

/** Stores a single value. */
export async function saveValue(database: IDBDatabase, key: string, value: unknown): Promise<void> {
  const transaction = database.transaction('values', 'readwrite');
  transaction.objectStore('values').put(value, key);
  await transactionDone(transaction);
}
