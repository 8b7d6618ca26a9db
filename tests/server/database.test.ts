import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkSqliteVersion, DamagedFileError, OldSqliteError } from '#server/storage/file.ts';
import { NewerDatabaseError } from '#server/storage/migrations/migrate.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { openDatabase } from '#server/storage/open.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

test('a new database has the newest schema, in a folder that only its owner can open', async () => {
  const path = join(folder, 'data', 'munjigi.sqlite');
  const storage = await openDatabase(path, DATA_KEYS);
  const ran = await storage.prepare('SELECT name FROM migrations').all();
  await storage.close();
  expect(ran.map((row) => row['name']).toSorted()).toEqual(MIGRATIONS.map(({ name }) => name).toSorted());
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('opening a database again keeps its rows', async () => {
  const path = join(folder, 'munjigi.sqlite');
  const first = await openDatabase(path, DATA_KEYS);
  await first
    .prepare(
      "INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status) VALUES ('kim', '', '', 'user', 'LOCAL', 'active')",
    )
    .run();
  await first.close();
  const again = await openDatabase(path, DATA_KEYS);
  expect(await again.prepare('SELECT user_id FROM accounts').all()).toStrictEqual([{ user_id: 'kim' }]);
  await again.close();
});

test('a database of a later version is refused', async () => {
  const path = join(folder, 'munjigi.sqlite');
  const storage = await openDatabase(path, DATA_KEYS);
  await storage.prepare("INSERT INTO migrations (name, ran_at) VALUES ('later', 0)").run();
  await storage.close();
  await expect(openDatabase(path, DATA_KEYS)).rejects.toThrow(NewerDatabaseError);
});

test.for(['3.51.2', '3.50.9', '2.99.99'])('SQLite %s is refused', (version) => {
  expect(() => checkSqliteVersion(version)).toThrow(OldSqliteError);
});

test.for(['3.51.3', '3.51.10', '3.52.0', '4.0.0'])('SQLite %s is accepted', (version) => {
  expect(() => checkSqliteVersion(version)).not.toThrow();
});

test('the error for a file that is no database names the file', async () => {
  const path = join(folder, 'damaged.sqlite');
  writeFileSync(path, 'no database, whatever its name says, and longer than its header');
  await expect(openDatabase(path, DATA_KEYS)).rejects.toThrow(DamagedFileError);
  await expect(openDatabase(path, DATA_KEYS)).rejects.toThrow(path);
});
