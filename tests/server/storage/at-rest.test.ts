import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseCommand, runAdmin } from '#cli/admin/run.ts';
import { explainStartError } from '#cli/start/explain.ts';
import { resolveConfig } from '#server/config/load.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { createPortal } from '#server/login/portal.ts';
import { gatewaysOf } from '#server/login/sending/gateways.ts';
import { createOutbox } from '#server/login/sending/outbox.ts';
import type { AuditEvent } from '#server/operations/audit/event.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { type RunningServer, startServer } from '#server/start/start.ts';
import { type DataKeys, parseDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { keyIdsIn, UnknownDataKeyError, UnusedDataKeyError } from '#server/storage/at-rest/key-record.ts';
import { resealTables } from '#server/storage/at-rest/reseal.ts';
import { LIFETIMES, PERMANENT_TABLES } from '#server/storage/lifetimes.ts';
import { openExistingFile, openExistingPostgres } from '#server/storage/open-existing.ts';
import type { Storage } from '#server/storage/storage.ts';
import { JOURNEYS, type JourneyName } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { newFolder, writeEmptyPage } from '#tests/support/folder.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { createTestDatabase } from '#tests/support/server/storage.ts';
import { appKeyOf, clusterConfig, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { freePort } from '#tools/free-port.ts';

const OLD_KEY = Buffer.alloc(32, 1).toString('base64');
const NEW_KEY = Buffer.alloc(32, 2).toString('base64');
const APP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const JOURNEY_NAMES = Object.keys(JOURNEYS) as JourneyName[];

const folder = newFolder();
writeEmptyPage(folder);
const port = await freePort();
const databaseUrl = await createTestDatabase();
const publicUrl = `http://localhost:${port}`;
const file = clusterConfig(publicUrl, await hashPassword(PASSWORD, CHEAP_HASHING), 10);
for (const { tokens } of file.accounts) Object.assign(tokens.mobileApp, { secret: APP_SECRET });
const configOf = (mode: 'demo' | 'production') =>
  resolveConfig({ ...file, argon2: CHEAP_HASHING }, 'the test', {
    mode,
    publicUrl,
    labOrigin: 'http://localhost:1',
  });

const dataDir = (): string => join(folder, 'data');

let server: RunningServer | null = null;

const stop = async (): Promise<void> => {
  await server?.close();
  server = null;
};
afterEach(stop);

const start = async (keys?: DataKeys): Promise<void> => {
  server = await startServer({
    port,
    config: configOf(keys ? 'demo' : 'production'),
    outbox: createOutbox(Date.now),
    dataDir: dataDir(),
    ...(databaseUrl !== null && { databaseUrl }),
    ...(keys && { dataKeys: keys }),
    siteDir: folder,
    engines: [createOidcEngine, createSamlEngine],
  });
};

/** Opens the data of the server while it runs; the first key encrypts. */
const openRunningData = (...keys: readonly string[]): Promise<Storage> =>
  databaseUrl === null
    ? openExistingFile(join(dataDir(), 'munjigi.sqlite'), parseDataKeys(keys.join(' ')))
    : openExistingPostgres(databaseUrl, parseDataKeys(keys.join(' ')));

/** @param before runs before each request */
const signIn = (name: JourneyName, index: number, before?: () => Promise<void>): Promise<string | null> =>
  JOURNEYS[name](new Person(`http://localhost:${port}`, userIdAt(index), before));

const signInEverybody = (from: number, before?: () => Promise<void>): Promise<readonly (string | null)[]> =>
  Promise.all(JOURNEY_NAMES.map((name, index) => signIn(name, from + index, before)));

const userIdsFrom = (from: number): readonly string[] =>
  JOURNEY_NAMES.map((_, index) => userIdAt(from + index));

/** The secrets in an answer: cookies, codes, request IDs and tokens. */
function secretsOf(response: Response, text: string): readonly string[] {
  const cookies = response.headers.getSetCookie().map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? '');
  const url = URL.parse(response.headers.get('location') ?? '');
  const tokens = text.matchAll(/"(?:\w*[tT]oken|challengeKey)":"([^"]+)"/g);
  const [, ...path] = (url?.pathname ?? '').split('/');
  const request = ['oauth2', 'saml'].includes(path[0] ?? '') ? path.at(-1) : undefined;
  return [
    ...cookies,
    url?.searchParams.get('code') ?? '',
    request ?? '',
    ...[...tokens].map(([, token]) => token ?? ''),
  ];
}

/** All secrets in the answers during `work`. */
async function secretsDuring(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const secrets = new Set<string>();
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.clone().text();
    for (const secret of secretsOf(response, text)) if (secret.length > 20) secrets.add(secret);
    return response;
  });
  await work();
  spy.mockRestore();
  return secrets;
}

/** Each table as text, with bytes as characters. */
async function dump(db: Storage): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<string, string>();
  for (const table of [...PERMANENT_TABLES, ...LIFETIMES.map((lifetime) => lifetime.table)]) {
    const rows = await db.prepare(`SELECT * FROM ${table}`).all();
    const values = rows.flatMap((row) => Object.values(row));
    tables.set(
      table,
      values
        .map((value) => (ArrayBuffer.isView(value) ? Buffer.from(value).toString('latin1') : value))
        .join('\n'),
    );
  }
  return tables;
}

const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('production does not start without a data key; the error is explained in both languages', async () => {
  const failure: unknown = await start().catch((error: unknown) => error);
  expect(explainStartError(failure).split('\n')).toEqual([
    expect.stringContaining('Production needs a key for its data: set DATA_KEY'),
    expect.stringContaining('운영 모드에는 데이터를 암호화할 키가 필요해요'),
  ]);
});

test('the stored data contain no secret of the five journeys in clear text', async () => {
  await start(parseDataKeys(OLD_KEY));
  const secrets = await secretsDuring(async () => expect(await signInEverybody(0)).toEqual(userIdsFrom(0)));
  expect(secrets.size).toBeGreaterThan(20);
  const secretTexts = [
    ...secrets,
    PASSWORD,
    '$argon2',
    APP_SECRET,
    appKeyOf(userIdAt(0)),
    'PRIVATE KEY',
    '"d":"',
    OLD_KEY,
  ];
  const db = await openRunningData(OLD_KEY);
  for (const [table, text] of await dump(db)) {
    expect([table, secretTexts.filter((secret) => text.includes(secret))]).toEqual([table, []]);
  }
  await db.close();
  for (const path of filesIn(dataDir())) {
    const text = readFileSync(path, 'latin1');
    expect([path, secretTexts.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  }
});

test('a start with a wrong data key fails with advice and changes nothing', async () => {
  const failure: unknown = await start(parseDataKeys(NEW_KEY)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnknownDataKeyError);
  expect(explainStartError(failure)).toContain(`encrypted with the data key ${parseDataKeys(OLD_KEY)[0].id}`);
  await expect(openRunningData(NEW_KEY)).rejects.toBeInstanceOf(UnknownDataKeyError);
  await expect(openRunningData(NEW_KEY, OLD_KEY)).rejects.toBeInstanceOf(UnusedDataKeyError);
  await start(parseDataKeys(OLD_KEY));
  expect(await signInEverybody(0)).toEqual(userIdsFrom(0));
});

test('people can sign in while all data are encrypted with another key and back', async () => {
  await start(parseDataKeys(`${NEW_KEY} ${OLD_KEY}`));
  const withOldKey = await openRunningData(OLD_KEY, NEW_KEY);
  const withNewKey = await openRunningData(NEW_KEY, OLD_KEY);
  let valueCount = 0;
  let runCount = 0;
  let lastRun = Promise.resolve();
  /** Encrypts all data before each request, with the two keys in turn. */
  const reencrypt = (): Promise<void> => {
    lastRun = lastRun.then(async () => {
      runCount += 1;
      valueCount += await resealTables(runCount % 2 === 0 ? withNewKey : withOldKey);
    });
    return lastRun;
  };
  const people = [0, 1].map((half) => signInEverybody(5 * half, reencrypt));
  expect(await Promise.all(people)).toEqual([userIdsFrom(0), userIdsFrom(5)]);
  expect(valueCount).toBeGreaterThan(100);
  await withOldKey.close();
  await withNewKey.close();
});

/** Returns a function that waits until all journeys have called it; then `work` runs, and all continue. */
function barrier(work: () => Promise<void>): () => Promise<void> {
  let arrived = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return () => {
    arrived += 1;
    if (arrived === JOURNEY_NAMES.length) work().then(resolve, reject);
    return promise;
  };
}

test('a new data key replaces the old one during five sign-ins', async () => {
  await start(parseDataKeys(`${OLD_KEY} ${NEW_KEY}`));
  const restart = async (...keys: readonly string[]): Promise<void> => {
    await stop();
    await start(parseDataKeys(keys.join(',')));
  };
  const actions: unknown[] = [];
  const lines: string[] = [];
  const reseal = async (): Promise<void> => {
    const db = await openRunningData(NEW_KEY, OLD_KEY);
    const config = configOf('demo');
    const audit = (event: AuditEvent) => actions.push('action' in event && event.action);
    const gateways = gatewaysOf(config, null);
    const portal = createPortal({ db, config, now: Date.now, random: randomBytes, gateways, audit });
    const code = await runAdmin(await parseCommand(['reseal', '--operator', 'park']), {
      portal,
      history: null,
      copies: { files: null, table: null },
      dataDir: dataDir(),
      endEngineSessions: async () => undefined,
      language: 'en',
      print: (line) => lines.push(line),
      printError: (line) => lines.push(line),
      input: async () => '',
    });
    expect(code).toBe(0);
    expect(await keyIdsIn(db)).toEqual([parseDataKeys(NEW_KEY)[0].id]);
    await db.close();
  };
  const steps = [() => restart(NEW_KEY, OLD_KEY), reseal, () => restart(NEW_KEY)].map(barrier);
  const signIns = JOURNEY_NAMES.map((name, index) => {
    const beforeRequest = async (request: number) => steps[request - 1]?.();
    return JOURNEYS[name](new Person(`http://localhost:${port}`, userIdAt(index), beforeRequest));
  });
  expect(await Promise.all(signIns)).toEqual(userIdsFrom(0));
  expect(actions).toEqual(['reseal']);
  expect(lines).toEqual([expect.stringMatching(/^[1-9]\d* values were encrypted again/)]);
});
