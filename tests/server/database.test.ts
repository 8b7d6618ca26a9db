import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DamagedFileError } from '#server/db/file.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { IN_MEMORY, NewerDatabaseError, openDatabase, transaction } from '#server/db/open.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'munjigi-db-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const versionOf = (db: DatabaseSync) => db.prepare('PRAGMA user_version').get()?.['user_version'];

test('a new database has the newest schema, in a folder of its own', () => {
  const path = join(folder, 'data', 'munjigi.sqlite');
  const db = openDatabase(path);
  expect(versionOf(db)).toBe(MIGRATIONS.length);
  db.close();
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
});

test('opening it again changes nothing', () => {
  const path = join(folder, 'munjigi.sqlite');
  const first = openDatabase(path);
  first.exec(
    "INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status) VALUES ('kim', '', '', 'user', 'LOCAL', 'active')",
  );
  first.close();
  const again = openDatabase(path);
  expect(again.prepare('SELECT user_id FROM accounts').all()).toEqual([{ user_id: 'kim' }]);
  again.close();
});

test('a database of a later version is left alone', () => {
  const path = join(folder, 'munjigi.sqlite');
  const later = new DatabaseSync(path);
  later.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  later.close();
  expect(() => openDatabase(path)).toThrow(NewerDatabaseError);
});

test('a transaction that fails leaves nothing behind', () => {
  const db = openDatabase(IN_MEMORY);
  const work = () =>
    transaction(db, () => {
      db.exec("INSERT INTO sessions (challenge_key, seen_at) VALUES ('key', 0)");
      throw new RangeError('too much');
    });
  expect(work).toThrow(RangeError);
  expect(db.prepare('SELECT count(*) AS n FROM sessions').get()).toEqual({ n: 0 });
  expect(db.isTransaction).toBe(false);
});

test('a file that is no database is named', () => {
  const path = join(folder, 'damaged.sqlite');
  writeFileSync(path, 'no database, whatever its name says, and longer than its header');
  expect(() => openDatabase(path)).toThrow(DamagedFileError);
  expect(() => openDatabase(path)).toThrow(path);
});

test('a transaction that the database has ended by itself tells its own cause', () => {
  const db = openDatabase(IN_MEMORY);
  const full = new Error('database or disk is full');
  const fill = () =>
    transaction(db, () => {
      db.exec('ROLLBACK');
      throw full;
    });
  expect(fill).toThrow(full);
});
