import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { admin } from '#tests/support/server/admin.ts';
import {
  EXPECTED_SIGN_INS,
  signedInUserOf,
  signInAfterRestore,
  signInBeforeBackup,
} from '#tests/support/server/backup-sign-ins.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { startPostgres, type TestPostgres } from '#tools/postgres/server.ts';
import { requireProgram } from '#tools/programs/find.ts';

const CLIENT_PACKAGES = ['postgresql'];

let folder: string;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'munjigi-dump-'));
  requireProgram('pg_dump', CLIENT_PACKAGES);
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const run = (program: string, args: readonly string[], packages: readonly string[]) =>
  promisify(execFile)(requireProgram(program, packages), args);

test('pg_restore restores a pg_dump made during sign-ins: a used code is still refused, and the keys are the same', async () => {
  const savedDatabase = await postgres.createDatabase();
  const restoredDatabase = await postgres.createDatabase();
  const storage = await openPostgresDatabase(savedDatabase, DATA_KEYS);
  const server = await testServer({}, undefined, {}, storage);
  const keys = await oidcKeyRing({ storage, dataDir: null }).all();
  const browserBefore = await signInBeforeBackup(server);
  const dump = join(folder, 'munjigi.dump');
  const [, ...signIns] = await Promise.all([
    run('pg_dump', ['--format=custom', `--file=${dump}`, savedDatabase], CLIENT_PACKAGES),
    ...Array.from({ length: 8 }, () => signIn(server.browser(), 'kim')),
  ]);
  expect(signIns.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await storage.close();

  await run(
    'pg_restore',
    ['--no-owner', '--exit-on-error', `--dbname=${restoredDatabase}`, dump],
    CLIENT_PACKAGES,
  );
  const restoredStorage = await openPostgresDatabase(restoredDatabase, DATA_KEYS);
  const restoredServer = await testServer({}, undefined, {}, restoredStorage);
  expect(await signedInUserOf(restoredServer, browserBefore)).toBe('kim');
  expect(await signInAfterRestore(restoredServer)).toEqual(EXPECTED_SIGN_INS);
  expect(await oidcKeyRing({ storage: restoredStorage, dataDir: null }).all()).toEqual(keys);
  expect((await admin(restoredServer, 'after-restore')).code).toBe(0);
  expect(await signedInUserOf(restoredServer, browserBefore)).toBeNull();
  await restoredStorage.close();
});

test('a copy made with sqlite3 while the server is running is complete', async () => {
  const path = join(folder, 'munjigi.sqlite');
  const storage = await openDatabase(path, DATA_KEYS);
  const server = await testServer({}, undefined, {}, storage);
  const browserBefore = await signInBeforeBackup(server);
  const backup = run('sqlite3', [path, `.backup ${join(folder, 'copy.sqlite')}`], ['sqlite3']);
  await Promise.all([backup, ...Array.from({ length: 8 }, () => signIn(server.browser(), 'kim'))]);
  await storage.close();
  const restoredStorage = await openDatabase(join(folder, 'copy.sqlite'), DATA_KEYS);
  const restoredServer = await testServer({}, undefined, {}, restoredStorage);
  expect(await signedInUserOf(restoredServer, browserBefore)).toBe('kim');
  expect(await signInAfterRestore(restoredServer)).toEqual(EXPECTED_SIGN_INS);
  await restoredStorage.close();
});
