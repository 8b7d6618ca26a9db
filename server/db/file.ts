import { DatabaseSync } from 'node:sqlite';

/** A file of the data is no database, or a damaged one. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} is damaged`, { cause });
    this.path = path;
  }
}

const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) % 256);

/**
 * Opens a database file and looks into it.
 * @throws DamagedFileError when it is none, or damaged.
 */
export function openDatabaseFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedFileError(path, error) : error;
  }
}
