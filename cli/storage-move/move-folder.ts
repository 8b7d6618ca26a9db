import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILES } from '#server/protocols/key-files.ts';
import type { DataKeys } from '#server/storage/at-rest/data-keys.ts';
import { lockDataFolder } from '#server/storage/folder.ts';
import { importFormerFiles } from '#server/storage/migrations/former-files.ts';
import { copyStorage } from '#server/storage/move.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';

/** The contents of the files with the signing keys. */
function signingKeysIn(folder: string): ReadonlyMap<string, string> {
  const existing = Object.entries(KEY_FILES).filter(([, name]) => existsSync(join(folder, name)));
  return new Map(existing.map(([key, name]) => [key, readFileSync(join(folder, name), 'utf8')]));
}

/**
 * Copies the SQLite data and the signing keys of a folder to a PostgreSQL database in one transaction. The SQLite file still has
 * its rows afterwards.
 * @param keys the data keys that encrypt the stored secrets
 * @returns the number of copied rows of each table
 * @throws NotEmptyError when the PostgreSQL database already contains accounts
 */
export async function moveFolder(
  folder: string,
  databaseUrl: string,
  keys: DataKeys,
): Promise<readonly { readonly table: string; readonly rowCount: number }[]> {
  const dataFolder = lockDataFolder(folder);
  try {
    const from = await openDatabase(join(folder, 'munjigi.sqlite'), keys);
    try {
      await importFormerFiles(from, folder);
      const to = await openPostgresDatabase(databaseUrl, keys);
      try {
        return await copyStorage(from, to, signingKeysIn(folder));
      } finally {
        await to.close();
      }
    } finally {
      await from.close();
    }
  } finally {
    dataFolder.release();
  }
}
