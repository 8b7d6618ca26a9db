import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DamagedFileError } from '#server/db/file.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { NewerDatabaseError, openDatabase } from '#server/db/open.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'munjigi-db-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const versionOf = (path: string) => {
  const file = new DatabaseSync(path);
  const version = file.prepare('PRAGMA user_version').get()?.['user_version'];
  file.close();
  return version;
};

test('a new database has the newest schema, in a folder of its own', async () => {
  const path = join(folder, 'data', 'munjigi.sqlite');
  await openDatabase(path).close();
  expect(versionOf(path)).toBe(MIGRATIONS.length);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
});

test('opening it again changes nothing', async () => {
  const path = join(folder, 'munjigi.sqlite');
  const first = openDatabase(path);
  await first
    .prepare(
      "INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status) VALUES ('kim', '', '', 'user', 'LOCAL', 'active')",
    )
    .run();
  await first.close();
  const again = openDatabase(path);
  expect(await again.prepare('SELECT user_id FROM accounts').all()).toStrictEqual([{ user_id: 'kim' }]);
  await again.close();
});

test('a database of a later version is left alone', () => {
  const path = join(folder, 'munjigi.sqlite');
  const later = new DatabaseSync(path);
  later.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  later.close();
  expect(() => openDatabase(path)).toThrow(NewerDatabaseError);
});

test('a file that is no database is named', () => {
  const path = join(folder, 'damaged.sqlite');
  writeFileSync(path, 'no database, whatever its name says, and longer than its header');
  expect(() => openDatabase(path)).toThrow(DamagedFileError);
  expect(() => openDatabase(path)).toThrow(path);
});
