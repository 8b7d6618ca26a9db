import type { DataKeys } from './at-rest/data-keys.ts';
import { recordDataKey } from './at-rest/key-record.ts';
import { sealerWith } from './at-rest/sealer.ts';
import { openPostgres } from './dialects/postgres.ts';
import { migrate } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Storage } from './storage.ts';

/** The URL of a database without user name and password, for messages. */
const withoutCredentials = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};

/**
 * Opens a PostgreSQL database and brings its schema up to date; several processes may do this at the same time.
 * @param keys the keys that encrypt and decrypt stored values
 * @param onConnectionLost called when a connection is lost
 * @param restartMs milliseconds to wait for a database that has just become unreachable
 * @throws NewerDatabaseError when the schema is newer than this server, OldPostgresError for PostgreSQL before 15,
 * UnknownDataKeyError when the database contains values that were encrypted with a key which is not in `keys`.
 */
export async function openPostgresDatabase(
  url: string,
  keys: DataKeys,
  onConnectionLost: (error: Error) => void = () => undefined,
  restartMs?: number,
): Promise<Storage> {
  const storage = await openPostgres(url, sealerWith(keys), onConnectionLost, restartMs);
  try {
    await migrate(storage, MIGRATIONS, [], withoutCredentials(url));
    await recordDataKey(storage, withoutCredentials(url));
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
