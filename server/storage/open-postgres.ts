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
 * @param lost hears that a connection was lost
 * @throws NewerDatabaseError when the schema is newer than this server, OldPostgresError for one before 15.
 */
export async function openPostgresDatabase(
  url: string,
  lost: (error: Error) => void = () => undefined,
): Promise<Storage> {
  const storage = await openPostgres(url, lost);
  try {
    await migrate(storage, MIGRATIONS, [], shown(url));
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
