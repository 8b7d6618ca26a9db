import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { packagedPrograms } from '#tools/postgres/binaries.ts';
import { startPostgres } from '#tools/postgres/server.ts';

const folder = newFolder();
// The PostgreSQL of the npm package, also where another one is installed; as root it runs as another user, from a copy.
const postgres = await startPostgres(packagedPrograms);
afterAll(() => postgres.close());

test('the PostgreSQL of the npm package has version 18', async () => {
  const db = await openPostgresDatabase(await postgres.createDatabase(), DATA_KEYS);
  expect((await db.prepare('SHOW server_version').get())?.['server_version']).toMatch(/^18\./);
  await db.close();
});

test('a connection that is lost during a query is reported, and later queries succeed', async () => {
  const url = await postgres.createDatabase();
  const { promise: reported, resolve: report } = Promise.withResolvers<Error>();
  const db = await openPostgresDatabase(url, DATA_KEYS, report);
  const otherConnection = await openPostgresDatabase(url, DATA_KEYS);
  const sleepingQuery = otherConnection.prepare(
    "SELECT pid FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'",
  );
  const query = db.prepare('SELECT pg_sleep(600)').get();
  const outcome = expect(query).rejects.toThrow(StorageUnavailableError);
  let pid = await sleepingQuery.get();
  while (!pid) pid = await sleepingQuery.get();
  await otherConnection.prepare('SELECT pg_terminate_backend(CAST(? AS INTEGER))').get(Number(pid['pid']));
  await outcome;
  await reported;
  expect(await db.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
  await db.close();
  await otherConnection.close();
});

/** A program that kills itself in the middle of a migration that only this test has. */
const KILLED_MIGRATION = `
  import { migrate } from '#server/storage/migrations/migrate.ts';
  import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
  import { openDatabase } from '#server/storage/open.ts';
  import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
  import { DATA_KEYS } from '#tests/support/server/storage.ts';
  const address = process.env.ADDRESS;
  const db = address.startsWith('postgres:') ? await openPostgresDatabase(address, DATA_KEYS) : await openDatabase(address, DATA_KEYS);
  const step = {
    name: 'half',
    sql: 'CREATE TABLE half (one INTEGER); INSERT INTO half (one) VALUES (1);',
    after: async () => process.kill(process.pid, 'SIGKILL'),
  };
  await migrate(db, [...MIGRATIONS, step], [], address);
`;

describe.each([
  ['sqlite', async () => join(folder, 'half.sqlite'), (path: string) => openDatabase(path, DATA_KEYS)],
  ['postgres', async () => postgres.createDatabase(), (url: string) => openPostgresDatabase(url, DATA_KEYS)],
] as const)('a migration that is killed on %s', (_name, newAddress, open) => {
  test('leaves no changes behind, so that the next server can run it', async () => {
    const address = await newAddress();
    const child = spawn(process.execPath, ['--input-type=module', '--eval', KILLED_MIGRATION], {
      env: { ...process.env, ADDRESS: address },
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const db: Storage = await open(address);
    const migrations = await db.prepare('SELECT name FROM migrations').all();
    expect(migrations.map((row) => row['name']).toSorted()).toEqual(
      MIGRATIONS.map(({ name }) => name).toSorted(),
    );
    await db.prepare('CREATE TABLE half (one INTEGER)').run();
    await db.close();
  });
});

test('a full disk is reported and nothing is written; when there is space again, writes succeed', async () => {
  const db = await openDatabase(join(folder, 'full.sqlite'), DATA_KEYS);
  const pages = Number((await db.prepare('PRAGMA page_count').get())?.['page_count']);
  await db.prepare(`PRAGMA max_page_count = ${pages + 2}`).get();
  const insert = db.prepare('INSERT INTO server_keys (name, content) VALUES (?, ?)');
  const fill = () =>
    db.transaction(async () => {
      await insert.run('small', '');
      await insert.run('large', 'x'.repeat(1_000_000));
    });
  await expect(fill()).rejects.toThrow('database or disk is full');
  expect(await db.prepare('SELECT name FROM server_keys').all()).toEqual([]);
  await db.prepare('PRAGMA max_page_count = 100000').get();
  await fill();
  expect(await db.prepare('SELECT count(*) AS n FROM server_keys').get()).toEqual({ n: 2 });
  await db.close();
});
