import type { DataKeys } from './at-rest/data-keys.ts';
import { beginSealing } from './at-rest/key-record.ts';
import { sealerWith } from './at-rest/sealer.ts';
import { openPostgres } from './dialects/postgres.ts';
import { migrate } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Storage } from './storage.ts';

/** The address of a database as it may be shown: without who opens it. */
const shown = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
};

/**
 * Opens a PostgreSQL database and brings its schema up to date; several processes may do so at once.
 * @param keys seal and open what must be read
 * @param lost hears that a connection was lost
 * @param restartMs how long a database that has just gone is waited for
 * @throws NewerDatabaseError when the schema is newer than this server, OldPostgresError for one before 15,
 * UnknownDataKeyError when another key has sealed what it holds.
 */
export async function openPostgresDatabase(
  url: string,
  keys: DataKeys,
  lost: (error: Error) => void = () => undefined,
  restartMs?: number,
): Promise<Storage> {
  const storage = await openPostgres(url, sealerWith(keys), lost, restartMs);
  try {
    await migrate(storage, MIGRATIONS, [], shown(url));
    await beginSealing(storage, shown(url));
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
