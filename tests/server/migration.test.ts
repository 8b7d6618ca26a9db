import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { openDatabase } from '#server/storage/open.ts';
import { attemptsIn } from '#server/storage/repositories/attempts.ts';
import { devicesIn } from '#server/storage/repositories/devices.ts';
import { passwordsIn } from '#server/storage/repositories/passwords.ts';
import { newFolder } from '#tests/support/folder.ts';
import { scryptHash } from '#tests/support/server/scrypt-hash.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

let folder = '';

beforeEach(() => {
  folder = newFolder();
});

test('the migration of a database of the first version keeps its locks, and removes tokens without a device', async () => {
  const path = join(folder, 'old.sqlite');
  const oldDatabase = new DatabaseSync(path);
  oldDatabase.exec(MIGRATIONS[0]?.sql ?? '');
  oldDatabase.exec(`
    PRAGMA user_version = 1;
    INSERT INTO accounts VALUES ('lee', '이', 'Lee', 'user', 'LOCAL', 'active', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO attempts VALUES ('lee', 5, ${Number.MAX_SAFE_INTEGER});
    INSERT INTO account_tokens VALUES ('lee', 'otpCard', 'CARD-1'), ('lee', 'fido2token', 'Laptop');
  `);
  oldDatabase.close();

  const db = await openDatabase(path, DATA_KEYS);
  const noKnownBrowser = { keyOf: async () => null };
  const attempts = attemptsIn(db, { maxFailures: 5, minutes: 30 }, Date.now, noKnownBrowser);
  expect([await attempts.isLocked('lee', '-1'), await attempts.isLocked('lee', '7')]).toEqual([true, false]);
  const devices = devicesIn(db, randomBytes);
  expect(await devices.passkeys.of('lee')).toEqual([]);
  expect(await devices.otpCards.of('lee')).toBeNull();
  await expect(db.prepare('SELECT * FROM account_tokens').all()).rejects.toThrow('no such table');
  await db.close();
});

test('the hashes of earlier versions are encrypted, and none is left unencrypted in the file', async () => {
  const path = join(folder, 'old.sqlite');
  const hash = scryptHash('secret');
  const people = Array.from({ length: 100 }, (_, index) => `lee${index}`);
  const oldDatabase = new DatabaseSync(path);
  oldDatabase.exec('BEGIN; CREATE TABLE migrations (name TEXT PRIMARY KEY, ran_at INTEGER NOT NULL)');
  const indexOfHashMigration = MIGRATIONS.findIndex(({ name }) => name === 'hashes-apps-screens');
  for (const { name, sql } of MIGRATIONS.slice(0, indexOfHashMigration))
    oldDatabase.exec(`${sql}; INSERT INTO migrations VALUES ('${name}', 0)`);
  for (const userId of people)
    oldDatabase.exec(`
      INSERT INTO accounts (user_id, name_ko, name_en, role, user_type, status, folded_id)
      VALUES ('${userId}', '이', 'Lee', 'user', 'LOCAL', 'active', '${userId}');
      INSERT INTO passwords (user_id, hash, is_initial) VALUES ('${userId}', '${hash}', 0);`);
  oldDatabase.exec('COMMIT');
  oldDatabase.close();

  const db = await openDatabase(path, DATA_KEYS);
  for (const userId of people) expect((await passwordsIn(db).find(userId))?.hash).toBe(hash);
  await db.close();
  expect(readFileSync(path, 'latin1')).not.toContain(hash);
});
