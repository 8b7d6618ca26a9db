import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DataKeys } from './at-rest/data-keys.ts';
import { beginSealing } from './at-rest/key-record.ts';
import { sealerWith } from './at-rest/sealer.ts';
import { sqliteStorage } from './dialects/sqlite.ts';
import { openDatabaseFile } from './file.ts';
import { migrate, NewerDatabaseError } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Storage } from './storage.ts';

/** A database in memory, for tests. */
export const IN_MEMORY = ':memory:';

/** The last schema with a version number in the file, before migrations were recorded. */
const LAST_NUMBERED_VERSION = 12;
/** Version number that makes servers of those versions refuse the file. */
const RECORDED_VERSION = 1_000;

/** The migrations of a file with a version number. */
function numberedMigrations(file: DatabaseSync, path: string): readonly string[] {
  const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === RECORDED_VERSION) return [];
  if (version > LAST_NUMBERED_VERSION) throw new NewerDatabaseError(path, `number ${version}`);
  return MIGRATIONS.slice(0, version).map(({ name }) => name);
}

/**
 * Opens the database in a file and brings its schema up to date.
 * @param keys encrypt and decrypt stored values
 * @throws NewerDatabaseError when the schema is newer than this server, DamagedFileError when it is not a database,
 * OldSqliteError when this SQLite may damage it, UnknownDataKeyError when it has values of an unknown key.
 */
export async function openDatabase(path: string, keys: DataKeys): Promise<Storage> {
  if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openDatabaseFile(path);
  try {
    if (path !== IN_MEMORY) chmodSync(path, 0o600);
    file.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 4000',
    );
    const appliedBefore = numberedMigrations(file, path);
    const storage = sqliteStorage(file, sealerWith(keys));
    const applied = await migrate(storage, MIGRATIONS, appliedBefore, path);
    // Removes the unencrypted values from free pages.
    if (applied.includes('hashes-apps-screens') && !applied.includes('accounts'))
      file.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    await beginSealing(storage, path);
    file.exec(`PRAGMA user_version = ${RECORDED_VERSION}`);
    return storage;
  } catch (error) {
    file.close();
    throw error;
  }
}
