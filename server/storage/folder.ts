import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'lock.sqlite';

/** Default folder of the operator's pictures (logo, background), inside the data folder. */
export const BRAND_FOLDER = 'brand';

/** Another process uses the data folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is in use`);
    this.folder = folder;
  }
}

/** The data folder, locked for this process. */
export type DataFolder = {
  /** Removes everything except the lock file and the operator's pictures. */
  clear(): void;
  /** Ends the lock. */
  release(): void;
};

/** SQLITE_BUSY, the lowest byte of an extended error code. */
const BUSY_CODE = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === BUSY_CODE;

/**
 * Runs `work` under a lock that only one process can hold; waits up to 5 seconds for the lock.
 * @param lockPath the lock file, which is created if missing and not removed
 */
export function withFileLock<Value>(lockPath: string, work: () => Value): Value {
  const lock = new DatabaseSync(lockPath);
  try {
    lock.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    chmodSync(lockPath, 0o600);
    return work();
  } finally {
    lock.close();
  }
}

/**
 * Locks the data folder for this process. SQLite makes the lock, so the lock ends with the process, even after a crash.
 * @throws DataInUseError when another process has locked the folder.
 */
export function lockDataFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, LOCK_FILE);
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new DataInUseError(folder) : error;
  }
  return {
    clear() {
      for (const name of readdirSync(folder)) {
        if (!name.startsWith(LOCK_FILE) && name !== BRAND_FOLDER)
          rmSync(join(folder, name), { recursive: true });
      }
    },
    release: () => lock.close(),
  };
}
