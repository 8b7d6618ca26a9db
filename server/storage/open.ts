import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DataKeys } from './at-rest/data-keys.ts';
import { recordDataKey } from './at-rest/key-record.ts';
import { sealerWith } from './at-rest/sealer.ts';
import { sqliteStorage } from './dialects/sqlite.ts';
import { openDatabaseFile } from './file.ts';
import { migrate, NewerDatabaseError } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import type { Storage } from './storage.ts';

/** A database in memory, for tests. */
export const IN_MEMORY = ':memory:';

/**
 * The last schema version that was stored as a number in the file (`user_version`). Later servers record the names of
 * migrations in a table instead.
 */
const LAST_NUMBERED_VERSION = 12;
/** The number in a file with recorded migrations. It makes servers that only know numbers refuse the file. */
const RECORDED_VERSION = 1_000;

/** Names of the migrations that a file has according to its version number; empty when they are recorded in a table. */
function numberedMigrations(file: DatabaseSync, path: string): readonly string[] {
  const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === RECORDED_VERSION) return [];
  if (version > LAST_NUMBERED_VERSION) throw new NewerDatabaseError(path, `number ${version}`);
  return MIGRATIONS.slice(0, version).map(({ name }) => name);
}

/**
 * Opens the database in a file and brings its schema up to date.
 * @param keys the keys that encrypt and decrypt stored values
 * @throws NewerDatabaseError when the schema is newer than this server, DamagedFileError when the file is damaged or
 * not a database, OldSqliteError when this SQLite may damage the file, UnknownDataKeyError when the file contains
 * values that were encrypted with a key which is not in `keys`.
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
    // The values of an existing database have just been encrypted: removes the unencrypted values from free pages.
    if (applied.includes('hashes-apps-screens') && !applied.includes('accounts'))
      file.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    await recordDataKey(storage, path);
    file.exec(`PRAGMA user_version = ${RECORDED_VERSION}`);
    return storage;
  } catch (error) {
    file.close();
    throw error;
  }
}
