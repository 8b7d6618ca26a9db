import pg from 'pg';
import { parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { recordDataKey } from '#server/storage/at-rest/key-record.ts';
import { sealerWith } from '#server/storage/at-rest/sealer.ts';
import { sqliteStorage } from '#server/storage/dialects/sqlite.ts';
import { openDatabaseFile } from '#server/storage/file.ts';
import { migrate } from '#server/storage/migrations/migrate.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { IN_MEMORY } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import type { Storage } from '#server/storage/storage.ts';
import { TEMPLATE_VARIABLE } from '#tools/postgres/template.ts';

/** The data key of all test storages, as an operator configures it. */
export const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

/** The data key in the form in which the server reads a data key. */
export const DATA_KEYS = parseDataKeys(DATA_KEY);

let copyCount = 0;

/** Copies a PostgreSQL database, and returns the address of the copy. */
async function copyDatabase(template: string): Promise<string> {
  const url = new URL(template);
  const name = url.pathname.slice(1);
  copyCount += 1;
  const copy = `copy_${process.pid}_${copyCount}`;
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
  await client.end();
  url.pathname = `/${copy}`;
  return url.href;
}

/** Creates an empty PostgreSQL database, and returns its address; null if the tests run with SQLite. */
export async function createTestDatabase(): Promise<string | null> {
  const template = process.env[TEMPLATE_VARIABLE];
  return template === undefined ? null : copyDatabase(template);
}

/** Fills a database in memory, and returns its bytes. */
async function filledDatabase(
  initial: Uint8Array | null,
  fill: (storage: Storage) => Promise<unknown>,
): Promise<Uint8Array> {
  const file = openDatabaseFile(IN_MEMORY);
  if (initial) file.deserialize(initial);
  const storage = sqliteStorage(file, sealerWith(DATA_KEYS));
  await fill(storage);
  const bytes = file.serialize();
  await storage.close();
  return bytes;
}

/** The bytes of an empty database, as the server creates it. */
const emptyDatabase = (): Promise<Uint8Array> =>
  filledDatabase(null, async (storage) => {
    await migrate(storage, MIGRATIONS, [], IN_MEMORY);
    await recordDataKey(storage, IN_MEMORY);
  });

/** The bytes of an empty database, created once in a process, since all migrations take longer than most tests. */
let emptyTemplate: Promise<Uint8Array> | undefined;

const emptyBytes = (): Promise<Uint8Array> => {
  emptyTemplate ??= emptyDatabase();
  return emptyTemplate;
};

function copyInMemory(bytes: Uint8Array): Storage {
  const file = openDatabaseFile(IN_MEMORY);
  file.deserialize(bytes);
  return sqliteStorage(file, sealerWith(DATA_KEYS));
}

/** An empty storage in memory. */
export const openInMemory = async (): Promise<Storage> => copyInMemory(await emptyBytes());

/** The PostgreSQL databases that the tests of the current file have opened. Each may hold a connection. */
const openDatabases: Storage[] = [];

/** Closes the PostgreSQL databases that the tests of a file have opened: the server has 400 connections. */
export async function closeTestDatabases(): Promise<void> {
  for (const storage of openDatabases.splice(0)) await storage.close();
}

/** An empty storage for one test: in memory, or a new database if the tests run with PostgreSQL. */
export async function openTestStorage(): Promise<Storage> {
  const url = await createTestDatabase();
  if (url === null) return openInMemory();
  const storage = await openPostgresDatabase(url, DATA_KEYS);
  openDatabases.push(storage);
  return storage;
}

/** The bytes of filled databases, with an ID of the contents as the key. A process fills each database once. */
const filledDatabases = new Map<string, Promise<Uint8Array>>();

/**
 * A storage for one test, with the data that `fill` adds.
 * @param contentId identifies the data: `fill` runs once for the same ID, and the result is copied
 */
export async function openFilledStorage(
  contentId: string,
  fill: (storage: Storage) => Promise<unknown>,
): Promise<Storage> {
  if (process.env[TEMPLATE_VARIABLE] !== undefined) {
    const storage = await openTestStorage();
    await fill(storage);
    return storage;
  }
  const bytes = filledDatabases.get(contentId) ?? emptyBytes().then((bytes) => filledDatabase(bytes, fill));
  filledDatabases.set(contentId, bytes);
  return copyInMemory(await bytes);
}
