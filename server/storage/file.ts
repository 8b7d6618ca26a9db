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

/** SQLite is older than 3.51.3, the first version without a bug that can damage a file with two connections. */
export class OldSqliteError extends Error {
  override readonly name = 'OldSqliteError';

  constructor(version: string) {
    super(
      `SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}; a newer Node.js contains a newer SQLite`,
    );
  }
}

const OLDEST_SQLITE = [3, 51, 3] as const;

/** @throws OldSqliteError for a version before 3.51.3. */
export function checkSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const different = OLDEST_SQLITE.findIndex((part, index) => parts[index] !== part);
  if (different >= 0 && (parts[different] ?? 0) < (OLDEST_SQLITE[different] ?? 0))
    throw new OldSqliteError(version);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26]);

/** Extended error codes contain the primary code in their lowest byte. */
const primaryCode = (extendedCode: unknown): number => Number(extendedCode) % 256;

const isDamageError = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGE_CODES.has(primaryCode(error.errcode));

/**
 * Opens a database file and checks its schema.
 * @throws DamagedFileError when the file is damaged or not a database, OldSqliteError when this version of SQLite may
 * damage the file
 */
export function openDatabaseFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    checkSqliteVersion(String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']));
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw isDamageError(error) ? new DamagedFileError(path, error) : error;
  }
}
