import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { foldedId } from '#server/login/folded-id.ts';
import { sqliteStorage } from '#server/storage/sqlite.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openDatabaseFile } from './file.ts';
import { MIGRATIONS } from './migrations.ts';

/** A database in memory, for tests. */
export const IN_MEMORY = ':memory:';

/** The file was written by a later version of the server. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
  readonly path: string;

  constructor(path: string, version: number) {
    super(`${path} has version ${version}; this server knows ${MIGRATIONS.length}`);
    this.path = path;
  }
}

function whole<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk has ended the transaction by itself; its own cause is what has to be known.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function migrate(db: DatabaseSync, path: string): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > MIGRATIONS.length) {
    throw new NewerDatabaseError(path, version);
  }
  for (const [index, sql] of MIGRATIONS.slice(version).entries()) {
    whole(db, () => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${version + index + 1}`);
    });
  }
}

/**
 * Opens the database and brings its schema up to date.
 * @throws NewerDatabaseError when the schema is newer than this server, DamagedFileError when it is no database.
 */
export function openDatabase(path: string): Storage {
  if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = openDatabaseFile(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  migrate(db, path);
  db.function('folded_id', { deterministic: true }, (userId) => foldedId(String(userId)));
  return sqliteStorage(db);
}
