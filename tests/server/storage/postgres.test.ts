import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, vi } from 'vitest';
import { failureLimit } from '#server/login/limits/failure-limit.ts';
import { oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { engineStoreIn } from '#server/protocols/oidc/store.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { copyStorage, NotEmptyError } from '#server/storage/move.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { SqlValue } from '#server/storage/statement.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, fetchPolicyId, firstStep, signIn } from '#tests/support/server/steps.ts';
import { DATA_KEYS, openInMemory } from '#tests/support/server/storage.ts';
import {
  resultWithoutLockout,
  STRANGERS_CONFIG,
  signInAmongStrangers,
} from '#tests/support/server/strangers.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { EARLIER_RESULTS, earlierFile, openEarlierData, signInOn } from './earlier-data.ts';

const postgres = await startPostgres();
const migrated = await postgres.createDatabase();
await (await openPostgresDatabase(migrated, DATA_KEYS)).close();
afterAll(() => postgres.close());

const TABLES_IN = /\b(FROM|JOIN|INTO|UPDATE) (?!SET\b)(?!q\d)(\w+)/g;

/** The verb of a statement and its tables; "combined" for several statements in one. */
function summaryOf(sql: string): string {
  const [verb = ''] = sql.trim().toLowerCase().split(' ');
  const tables = [...sql.matchAll(TABLES_IN)].map(([, , table]) => table);
  return [verb === 'with' ? 'combined' : verb, ...new Set(tables)].join(' ');
}

/** The statements that reach the database while `work` runs, in their order. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  for (const [config] of query.mock.calls) statements.push(summaryOf(textOf(config)));
  query.mockRestore();
  return statements;
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as pg.QueryConfig).text;

const test = testWithSetup(openTwoServers);

/** A browser that sends the cookies of another one to this server. */
function browserWithCookiesOf({ cookies }: Browser, server: TestServer): Browser {
  const browser = server.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Runs work several times at once, on the two servers in turn. */
const runOnBoth = <Result>(
  { one, other }: Awaited<ReturnType<typeof openTwoServers>>,
  count: number,
  work: (server: TestServer, index: number) => Promise<Result>,
): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index % 2 === 0 ? one : other, index)));

test('a sign-in by password needs these statements', async () => {
  const url = await postgres.createDatabase(migrated);
  const { browser, portal } = await testServer(
    {},
    fakeEngine(),
    {},
    await openPostgresDatabase(url, DATA_KEYS),
  );
  const kim = browser();
  const headers = { 'Idempotency-Key': randomUUID() };
  // A server chooses its name before the first submission.
  await browser().visit('/login');
  await portal.storage.presence.processNumber();
  let userPassword = '';
  const statements = {
    page: await statementsOf(() => kim.visit('/login')),
    summary: await statementsOf(() => kim.call('GET', '/summary/auth')),
    policy: await statementsOf(async () => {
      userPassword = firstStep({ policyId: await fetchPolicyId(kim, 'kim') });
    }),
    password: await statementsOf(async () => {
      const body = { userId: 'kim', userPassword };
      expect((await kim.call('POST', '/authenticate', { headers, body })).status).toBe(200);
    }),
  };
  expect(statements).toEqual({
    page: [],
    summary: ['select session_ids sessions'],
    policy: [
      'combined session_ids sessions failure_counts accounts otp_cards mobile_apps passkeys yubikeys first_step_defaults second_step_defaults',
      'combined sessions session_ids passed_checks identity_tokens proofs',
    ],
    password: [
      'combined session_ids sessions idempotent_requests',
      'combined session_ids sessions proofs accounts session_requests',
      'combined failure_counts attempts',
      'combined passwords attempts idempotent_requests',
      'combined attempts accounts passwords failure_counts session_requests',
      'start',
      'combined session_ids sessions proofs accounts',
      'combined sign_ins session_ids known_browsers sessions proofs first_step_defaults idempotent_requests',
      'commit',
    ],
  });
});

test('requests that services begin at the same time cause no rollback', async () => {
  const storage = await openPostgresDatabase(await postgres.createDatabase(migrated), DATA_KEYS);
  const store = engineStoreIn(storage, () => 0);
  const ids = Array.from({ length: 40 }, (_, index) => `request ${index}`);
  for (const id of ids) await store.adapter('Interaction').upsert(id, {}, 60);
  const begin = (id: string) => store.recordRequest(id, [{ key: 'address', max: 100 }], 60_000);
  const statements = await statementsOf(() => Promise.all(ids.map(begin)));
  expect(statements).not.toContain('rollback');
  await storage.close();
});

/** Two servers that share only a database. */
async function openTwoServers() {
  const url = await postgres.createDatabase(migrated);
  const engine = fakeEngine();
  const one = await testServer(STRANGERS_CONFIG, engine, {}, await openPostgresDatabase(url, DATA_KEYS));
  const other = await testServer(STRANGERS_CONFIG, engine, {}, await openPostgresDatabase(url, DATA_KEYS));
  return { one, other, engine };
}

test('each migration runs once when several processes start', async () => {
  const url = await postgres.createDatabase();
  const storages = await Promise.all(Array.from({ length: 4 }, () => openPostgresDatabase(url, DATA_KEYS)));
  const migrations = await storages[0]?.prepare('SELECT name FROM migrations').all();
  expect(migrations?.map((row) => row['name']).toSorted()).toEqual(
    MIGRATIONS.map(({ name }) => name).toSorted(),
  );
  await Promise.all(storages.map((storage) => storage.close()));
});

test('a server continues to work when a table gets a column', async () => {
  const url = await postgres.createDatabase(migrated);
  const [one, other] = await Promise.all([
    openPostgresDatabase(url, DATA_KEYS),
    openPostgresDatabase(url, DATA_KEYS),
  ]);
  const read = one.prepare('SELECT * FROM otp_cards WHERE serial = ?');
  const addColumn = (name: string) => other.prepare(`ALTER TABLE otp_cards ADD COLUMN ${name} INTEGER`).run();
  await one.transaction(() => read.all('none'));
  await addColumn('first_grown');
  expect(await read.all('none')).toEqual([]);
  await addColumn('second_grown');
  expect(await one.transaction(() => read.all('none'))).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

describe('two servers on one database', () => {
  test('check only 5 of 200 concurrent guesses', async ({ setup: servers }) => {
    const outcomes = await runOnBoth(servers, 200, ({ portal }, index) =>
      portal.verifyPassword('kim', `guess ${index}`),
    );
    expect(outcomes.filter((outcome) => outcome !== 'locked')).toHaveLength(5);
    expect(await servers.other.portal.verifyPassword('kim', SEED_PASSWORD)).toBe('locked');
  });

  test('do not let strangers lock people out of their browsers', async ({ setup: { one, other } }) => {
    expect(await signInAmongStrangers(7, [one, other])).toEqual(resultWithoutLockout(7));
  });

  test('continue sign-ins of each other', async ({ setup: { one, other } }) => {
    const kim = one.browser();
    const policyId = await fetchPolicyId(kim, 'kim');
    const otherBrowser = browserWithCookiesOf(kim, other);
    const answer = await authenticate(otherBrowser, 'kim', { policyId });
    expect(answer.status).toBe(200);
    expect((await one.portal.sessions.open(otherBrowser.cookieHeader))?.isRetired).toBe(false);
    expect(await one.portal.logins.signedInUser(otherBrowser.cookieHeader)).toBe('kim');
  });

  test('accept a code only once when it is sent 20 times at the same time', async ({ setup: servers }) => {
    const { emergencyCodes } = servers.one.portal.devices;
    await emergencyCodes.issue('kim', { hash: 'hash', validFrom: 0, validUntil: 9e15, failures: 0 });
    const outcomes = await runOnBoth(servers, 20, ({ portal }) =>
      portal.devices.emergencyCodes.consume('kim', 'hash'),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test('register only one of 20 apps by one app link', async ({ setup: servers }) => {
    const ak = await servers.one.portal.provisionLinks.issue('kim');
    const outcomes = await runOnBoth(servers, 20, ({ portal }) =>
      portal.provisionLinks.consume(ak, null, async () => undefined),
    );
    expect(outcomes.filter((outcome) => outcome === 'spent')).toHaveLength(1);
  });

  test('store only one pending push of a person', async ({ setup: { one, other } }) => {
    const pendingPushes = await Promise.all(
      [one, other, one, other].map(async ({ portal, clock }, index) => {
        const { session } = await portal.sessions.start();
        return portal.pushes.add({
          session,
          clientId: 'demo-oidc',
          userId: 'lim',
          purpose: 'login',
          pushId: `push-${index}`,
          requestId: `request-${index}`,
          choices: ['a', 'b'],
          browser: '',
          address: '',
          createdAt: clock.now,
          expiresAt: clock.now + 60_000,
        });
      }),
    );
    expect(pendingPushes.filter((pending) => pending === null)).toHaveLength(1);
  });

  test('give a repeated submission one outcome, and count it once', async ({ setup: { one, other } }) => {
    const kim = one.browser();
    const policyId = await fetchPolicyId(kim, 'kim');
    const otherBrowser = browserWithCookiesOf(kim, other);
    const body = {
      userId: 'kim',
      userPassword: firstStep({ policyId, secret: 'wrong' }),
    };
    const headers = { 'Idempotency-Key': 'the-same-idempotency-key' };
    const answers = await Promise.all(
      [kim, otherBrowser].map((browser) => browser.call('POST', '/authenticate', { body, headers })),
    );
    expect(answers.map(({ json }) => json['failCount'])).toEqual([1, 1]);
  });

  test('complete a request once for two logins, and continue both', async () => {
    const { one, other, engine } = await openTwoServers();
    const kim = one.browser();
    const resumeUrl = `http://localhost:8080/oauth2/authorize/${engine.beginRequest()}`;
    await kim.visit('/redirect?uid=request-1');
    const policyId = await fetchPolicyId(kim, 'kim');
    const otherBrowser = browserWithCookiesOf(kim, other);
    const answers = await Promise.all(
      [kim, otherBrowser].map((browser) => authenticate(browser, 'kim', { policyId })),
    );
    expect(answers.map(({ status, json }) => [status, json['to']])).toEqual(Array(2).fill([200, resumeUrl]));
    const sessions = one.portal.storage.prepare(
      'SELECT count(*) AS n FROM session_ids WHERE retired_at IS NULL',
    );
    expect(await sessions.get()).toEqual({ n: 1 });
  });

  test('share the limit of failures of an address', async ({ setup: servers }) => {
    const areAllowed = await runOnBoth(servers, 20, ({ portal }) =>
      failureLimit(portal.storage, 5, portal.now).begin('203.0.113.9'),
    );
    expect(areAllowed.filter(Boolean)).toHaveLength(5);
  });

  test('give a session only one new ID in two concurrent logins', async ({ setup: { one, other } }) => {
    const { session } = await one.portal.sessions.start();
    const newIds = await Promise.all([one, other].map(({ portal }) => portal.sessions.rotateId(session)));
    expect(newIds.map(({ length }) => length).toSorted()).toEqual([0, 1]);
  });
});

test('an installation on SQLite is moved completely or not at all', async () => {
  const source = await testServer({}, fakeEngine(), {}, await openInMemory());
  const kim = source.browser();
  await signIn(kim, 'kim');
  const url = await postgres.createDatabase();
  const to = await openPostgresDatabase(url, parseDataKeys(Buffer.alloc(32, 8).toString('base64')));
  const keys = new Map([['oidc', '{"keys":[]}']]);

  const failing = {
    ...source.db,
    prepare: <Selected extends object>(sql: string) =>
      source.db.prepare<Selected>(sql.replace('pushes', 'nothing')),
  };
  await expect(copyStorage(failing, to, keys)).rejects.toThrow('nothing');
  expect(await to.prepare('SELECT count(*) AS n FROM accounts').get()).toEqual({ n: 0 });

  const moved = await copyStorage(source.db, to, keys);
  for (const { table, rowCount } of moved.filter(({ table: name }) => name !== 'server_keys')) {
    expect(await to.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: rowCount });
  }
  expect(await sharedKey(to, 'oidc', () => '')).toBe('{"keys":[]}');
  await expect(copyStorage(source.db, to, keys)).rejects.toThrow(NotEmptyError);

  const server = await testServer({}, fakeEngine(), {}, to);
  expect(await server.portal.logins.signedInUser(kim.cookieHeader)).toBe('kim');
  expect((await signIn(server.browser(), 'kim')).status).toBe(200);
});

test.each([
  ['a lock that is not available', '55P03'],
  ['a collision that is repeated again and again', '40001'],
])('%s is reported as a lost database', async (_, code) => {
  const storage = await openPostgresDatabase(await postgres.createDatabase(migrated), DATA_KEYS);
  const raiseError = `DO $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '${code}'; END $$`;
  const work = storage.transaction(async () => storage.prepare(raiseError).run());
  await expect(work).rejects.toThrow(StorageUnavailableError);
  await storage.close();
});

test('a lost connection fails only its own work, and the next statement succeeds', async () => {
  const url = await postgres.createDatabase(migrated);
  const { promise: connectionLost, resolve } = Promise.withResolvers<Error>();
  const [storage, other] = await Promise.all([
    openPostgresDatabase(url, DATA_KEYS, resolve),
    openPostgresDatabase(url, DATA_KEYS),
  ]);
  const read = storage.prepare('SELECT CAST(pg_backend_pid() AS BIGINT) AS pid');
  const work = storage.transaction(async () => {
    await other
      .prepare('SELECT pg_terminate_backend(CAST(? AS INTEGER))')
      .get((await read.get())?.['pid'] ?? 0);
    await connectionLost;
    await read.get();
  });
  await expect(work).rejects.toThrow(StorageUnavailableError);
  expect(await read.get()).toEqual({ pid: expect.any(Number) });
  await Promise.all([storage.close(), other.close()]);
});

test('one of two transactions in a deadlock is repeated, and both succeed', async () => {
  const storage = await openPostgresDatabase(await postgres.createDatabase(migrated), DATA_KEYS);
  const insert = storage.prepare(
    "INSERT INTO sessions (challenge_key, seen_at) VALUES ('', 0) RETURNING session",
  );
  const keys = [(await insert.get())?.['session'] ?? 0, (await insert.get())?.['session'] ?? 0] as const;
  const addOne = storage.prepare('UPDATE sessions SET seen_at = seen_at + 1 WHERE session = ?');
  let started = 0;
  const { promise: bothStarted, resolve } = Promise.withResolvers<void>();
  const addToBoth = (first: SqlValue, second: SqlValue) =>
    storage.commitTogether(async () => {
      await addOne.run(first);
      started += 1;
      if (started === 2) resolve();
      await bothStarted;
      await addOne.run(second);
    });
  await Promise.all([addToBoth(keys[0], keys[1]), addToBoth(keys[1], keys[0])]);
  // The repeated transaction may start before the other one continues; then both wait once more.
  expect(started).toBeGreaterThan(2);
  expect(await storage.prepare('SELECT seen_at FROM sessions').all()).toEqual([
    { seen_at: 2 },
    { seen_at: 2 },
  ]);
  await storage.close();
});

test('a statement waits for a lock no longer than 5 seconds', async () => {
  const storage = await openPostgresDatabase(await postgres.createDatabase(migrated), DATA_KEYS);
  expect(await storage.prepare('SHOW lock_timeout').get()).toEqual({ lock_timeout: '5s' });
  await storage.close();
});

const openWaitingStorage = async (restartMs: number) =>
  openPostgresDatabase(await postgres.createDatabase(migrated), DATA_KEYS, () => undefined, restartMs);

test('a sign-in waits for a restart of the database', async () => {
  const storage = await openWaitingStorage(60_000);
  const server = await testServer({}, fakeEngine(), {}, storage);
  const kim = server.browser();
  await storage.prepare('CHECKPOINT').run();
  await postgres.stop();
  const waiting = signIn(kim, 'kim');
  await postgres.start();
  expect((await waiting).status).toBe(200);
});

test('while the database does not answer, a call is answered with 503 and a time to retry', async () => {
  const storage = await openWaitingStorage(0);
  const server = await testServer({}, fakeEngine(), {}, storage);
  const kim = server.browser();
  expect((await checkPolicy(kim, 'kim')).status).toBe(200);
  await postgres.stop();
  const refused = await checkPolicy(kim, 'kim');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  await postgres.start();
  expect((await signIn(kim, 'kim')).status).toBe(200);
});

test('the data of an earlier version move from SQLite to PostgreSQL, and people sign in as before', async () => {
  const { db } = await openEarlierData();
  const to = await openPostgresDatabase(await postgres.createDatabase(), DATA_KEYS);
  await copyStorage(db, to, new Map([['oidc', earlierFile('oidc-keys.json')]]));
  await db.close();
  expect(await signInOn(to)).toEqual(EARLIER_RESULTS);
  expect(await oidcKeyRing({ storage: to, dataDir: null }).all()).toEqual(
    JSON.parse(earlierFile('oidc-keys.json')).keys,
  );
  await to.close();
});
