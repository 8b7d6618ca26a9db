import type { TableRow } from '#server/storage/tables.ts';
import type { DataKeys } from './at-rest/data-keys.ts';
import { checkDataKeys } from './at-rest/key-record.ts';
import { sealerWith } from './at-rest/sealer.ts';
import { sqliteStorage } from './dialects/sqlite.ts';
import { openDatabaseFile } from './file.ts';
import { NewerDatabaseError } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Storage } from './storage.ts';

/** The schema of the database is older than this version of the server expects; an older server may be running. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError';
}

async function appliedMigrationNames(db: Storage): Promise<readonly string[]> {
  try {
    return (await db.prepare<TableRow<'migrations'>>('SELECT name FROM migrations').all()).map(
      (row) => row.name,
    );
  } catch (cause) {
    throw new OlderDatabaseError('The database has no list of its migrations', { cause });
  }
}

/** Checks the schema without changing it, because an older server may be running. */
async function requireCurrentSchema(db: Storage, location: string): Promise<Storage> {
  try {
    const names = await appliedMigrationNames(db);
    const unknown = names.find((name) => !MIGRATIONS.some((migration) => migration.name === name));
    if (unknown !== undefined) throw new NewerDatabaseError(location, unknown);
    const missing = MIGRATIONS.find(({ name }) => !names.includes(name));
    if (missing) throw new OlderDatabaseError(`${location} lacks the migration ${missing.name}`);
    await checkDataKeys(db, location);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Opens the database file of a server that may be running.
 * @throws OlderDatabaseError, NewerDatabaseError, DamagedFileError, OldSqliteError, UnknownDataKeyError,
 * UnusedDataKeyError
 */
export async function openExistingFile(path: string, keys: DataKeys): Promise<Storage> {
  const file = openDatabaseFile(path);
  file.exec('PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  return requireCurrentSchema(sqliteStorage(file, sealerWith(keys)), path);
}

/**
 * Opens the PostgreSQL database of a server that may be running; loads the driver only here.
 * @throws OlderDatabaseError, NewerDatabaseError, OldPostgresError, StorageUnavailableError, UnknownDataKeyError,
 * UnusedDataKeyError
 */
export async function openExistingPostgres(url: string, keys: DataKeys): Promise<Storage> {
  const { openPostgres } = await import('./dialects/postgres.ts');
  return requireCurrentSchema(
    await openPostgres(url, sealerWith(keys), () => undefined),
    'the database of DATABASE_URL',
  );
}
