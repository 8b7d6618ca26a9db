import { DatabaseSync } from 'node:sqlite';

/** A file is damaged or is not a database. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} is damaged`, { cause });
    this.path = path;
  }
}

/** This SQLite may damage a file that two connections write to (fixed in 3.51.3). */
export class OldSqliteError extends Error {
  override readonly name = 'OldSqliteError';

  constructor(version: string) {
    super(`SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}; a newer Node brings a newer one`);
  }
}

const OLDEST_SQLITE = [3, 51, 3] as const;

/** @throws OldSqliteError for a version before 3.51.3. */
export function checkSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  const at = OLDEST_SQLITE.findIndex((part, index) => parts[index] !== part);
  if (at >= 0 && (parts[at] ?? 0) < (OLDEST_SQLITE[at] ?? 0)) throw new OldSqliteError(version);
}

const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26]);

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGE_CODES.has(Number(error.errcode) % 256);

/**
 * Opens a database file and checks its schema.
 * @throws DamagedFileError for a damaged file or one that is not a database, OldSqliteError when this SQLite may
 * damage it.
 */
export function openDatabaseFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    checkSqlite(String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']));
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedFileError(path, error) : error;
  }
}
