import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openExistingFile } from '#server/storage/open-existing.ts';
import { newFolder } from '#tests/support/folder.ts';
import { admin } from '#tests/support/server/admin.ts';
import {
  EXPECTED_SIGN_INS,
  signedInUserOf,
  signInAfterRestore,
  signInBeforeBackup,
} from '#tests/support/server/backup-sign-ins.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { openInMemory } from '#tests/support/server/storage.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const sqliteServer = async (dataDir: string) =>
  testServer({}, undefined, {}, await openDatabase(join(dataDir, 'munjigi.sqlite'), loadDataKeys(dataDir)));

test('a backup during sign-ins is complete: after a restore, people sign in and used codes are refused', async () => {
  const [data, copy, restored] = ['data', 'copy', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const server = await sqliteServer(data);
  const { storage } = server.portal;
  const keys = await oidcKeyRing({ storage, dataDir: data }).all();
  const before = await signInBeforeBackup(server);
  // The command runs in a process of its own, with its own connection.
  const otherConnection = await openExistingFile(join(data, 'munjigi.sqlite'), loadDataKeys(data));
  const portal = { ...server.portal, storage: otherConnection };
  const [backup, ...signedIn] = await Promise.all([
    admin({ ...server, portal }, `backup ${copy}`, '', data),
    ...Array.from({ length: 8 }, () => signIn(server.browser(), 'kim')),
  ]);
  await otherConnection.close();
  expect([backup.code, backup.err]).toEqual([0, '']);
  expect(signedIn.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(readdirSync(copy).sort()).toEqual(['data.key', 'munjigi.sqlite', 'oidc-keys.json']);
  for (const name of readdirSync(copy)) expect(statSync(join(copy, name)).mode & 0o777).toBe(0o600);
  await storage.close();

  cpSync(copy, restored, { recursive: true });
  const restoredServer = await sqliteServer(restored);
  expect(await signedInUserOf(restoredServer, before)).toBe('kim');
  expect(await signInAfterRestore(restoredServer)).toEqual(EXPECTED_SIGN_INS);
  expect(await oidcKeyRing({ storage: restoredServer.portal.storage, dataDir: restored }).all()).toEqual(
    keys,
  );
  await restoredServer.portal.storage.close();
});

test('a backup needs an empty folder, and is refused on PostgreSQL, which has pg_dump', async () => {
  const full = join(folder, 'full');
  mkdirSync(join(full, 'something'), { recursive: true });
  const server = await testServer({}, undefined, {}, await openInMemory());
  expect(await admin(server, `backup ${full}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  });
  expect(await admin(server, `backup ${join(folder, 'backup')}`, '', folder)).toMatchObject({ code: 0 });
  expect(await admin(server, `backup ${join(folder, 'backup', 'munjigi.sqlite')}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be created'),
  });
  expect(await admin(server, 'backup')).toMatchObject({ code: 2 });
  const postgres = { ...server.portal.storage, engine: 'postgres' as const };
  const portal = { ...server.portal, storage: postgres };
  expect(await admin({ ...server, portal }, `backup ${join(folder, 'none')}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('pg_dump'),
  });
  expect(server.audited.filter(({ action }) => action === 'backup').map(({ result }) => result)).toEqual([
    'file',
    'ok',
    'file',
    'postgres',
  ]);
  expect(
    readFileSync(join(folder, 'backup', 'munjigi.sqlite'))
      .subarray(0, 15)
      .toString(),
  ).toBe('SQLite format 3');
});

test('a restore ends all sessions, codes and links', async () => {
  const server = await testServer();
  const before = await signInBeforeBackup(server);
  await admin(server, 'code kim');
  const { portal } = server;
  const countOf = async (table: string): Promise<number> =>
    Number((await portal.storage.prepare(`SELECT count(*) AS count FROM ${table}`).get())?.['count']);
  const accounts = await countOf('accounts');
  const factors = await countOf('factors');
  const command = await admin(server, 'after-restore');
  expect([command.code, command.out]).toEqual([0, expect.stringContaining('2 people signed out')]);
  expect(await signedInUserOf(server, before)).toBeNull();
  for (const table of ['sessions', 'access_tokens', 'emergency_codes', 'proofs', 'passed_checks']) {
    expect([table, await countOf(table)]).toEqual([table, 0]);
  }
  expect([await countOf('accounts'), await countOf('factors')]).toEqual([accounts, factors]);
  expect(await signInAfterRestore(server)).toEqual(EXPECTED_SIGN_INS);
});
