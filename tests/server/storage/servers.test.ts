import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { auditTable } from '#server/operations/audit/table.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { startServer } from '#server/start/start.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { newFolder, writeEmptyPage } from '#tests/support/folder.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { DATA_KEY, DATA_KEYS } from '#tests/support/server/storage.ts';
import { ROOT } from '#tools/folders.ts';
import { freePort } from '#tools/free-port.ts';
import { startPostgres } from '#tools/postgres/server.ts';

const folder = newFolder();
writeEmptyPage(folder);
const postgres = await startPostgres();
afterAll(() => postgres.close());

const PUBLIC_URL = 'http://localhost:8080';

/** Starts several servers at the same time on one new database. */
async function startServers(count: number) {
  const databaseUrl = await postgres.createDatabase();
  const config = resolveConfig({ argon2: CHEAP_HASHING }, 'the test', {
    mode: 'demo',
    publicUrl: PUBLIC_URL,
    labOrigin: 'http://localhost:8081',
  });
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const running = await Promise.all(
    ports.map((port) =>
      startServer({
        port,
        config,
        databaseUrl,
        dataDir: join(folder, 'data'),
        siteDir: folder,
        engines: [createOidcEngine, createSamlEngine],
      }),
    ),
  );
  return {
    ports,
    async close() {
      for (const server of running) await server.close();
    },
  };
}

test('servers that start at the same time on one database share accounts and keys', async () => {
  const { ports, close } = await startServers(2);
  const responses = await Promise.all(
    ports.map(async (port) => {
      const keys = await (await fetch(`http://localhost:${port}/oauth2/jwks`)).text();
      const metadata = await (await fetch(`http://localhost:${port}/saml/metadata`)).text();
      const check = await fetch(`http://localhost:${port}/auth/policy/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: PUBLIC_URL, 'x-language': 'ko' },
        body: JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' }),
      });
      return { keys, metadata, status: check.status };
    }),
  );
  await close();
  expect(responses[0]?.status).toBe(200);
  expect(responses[1]).toEqual(responses[0]);
});

/** Runs the operators' command on another machine. */
async function admin(databaseUrl: string, machine: string, ...args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_KEY,
    DATA_DIR: join(folder, machine),
    MUNJIGI_CONFIG: '',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/admin.ts', ...args], {
    cwd: ROOT,
    env,
  });
  return stdout.trim();
}

test('an operator reads the audit of all machines, also from a time without the database', async () => {
  const databaseUrl = await postgres.createDatabase();
  const storage = await openPostgresDatabase(databaseUrl, DATA_KEYS, () => undefined, 0);
  const failures: unknown[] = [];
  const reportFailure = (error: unknown) => failures.push(error);
  const dataDir = join(folder, 'machine-5');
  const server = openAudit({ to: 'files', days: 365 }, { dataDir, storage, now: Date.now, reportFailure });
  await storage.prepare('CHECKPOINT').run();
  await postgres.stop();
  server.audit({ event: 'login.refused', account: 'sejin', result: '000' });
  for (let round = 0; round < 2; round += 1) await server.flush();
  expect(failures).toHaveLength(1);
  await postgres.start();
  await admin(databaseUrl, 'machine-6', 'add', 'sejin', '--name-ko', '이세진', '--operator', 'park');
  server.audit({ event: 'login.completed', account: 'sejin', method: 'pw' });
  await server.close();
  await storage.close();

  const history = await admin(databaseUrl, 'machine-7', 'history', 'sejin', '--operator', 'lee', '--json');
  const lines = history.split('\n').map((line) => JSON.parse(line));
  expect(lines.map(({ event, operator }) => operator ?? event)).toEqual([
    'login.completed',
    'park',
    'login.refused',
  ]);
  const check = await admin(databaseUrl, 'machine-7', 'audit', '--check', '--operator', 'lee');
  expect(check).toContain('4 lines of 1 days were checked.\n  No line was changed or removed.');
  const [file = ''] = readdirSync(join(dataDir, 'audit'));
  expect(
    readFileSync(join(dataDir, 'audit', file), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(2);
}, 60_000);

test('only audit lines of the configured age are deleted from the database', async () => {
  const storage = await openPostgresDatabase(await postgres.createDatabase(), DATA_KEYS);
  const table = auditTable(storage);
  const fields = {
    result: 'ok',
    account: 'kim',
    client: '',
    method: '',
    address: '',
    browser: '',
    request: '',
  };
  const line = (day: string): AuditLine => ({
    time: `${day}T12:00:00.000Z`,
    event: 'login.completed',
    ...fields,
  });
  const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
  for (const day of days) table.write(line(day));
  await Promise.all([table.flush(), table.flush()]);
  expect((await table.last(9, 'kim')).map(({ time }) => time.slice(0, 10))).toEqual(days.toReversed());
  expect(await table.last(9, 'lee')).toEqual([]);
  await table.prune(2, Date.parse('2026-11-20T12:00:00Z'));
  expect((await table.last(9, 'kim')).map(({ time }) => time.slice(0, 10))).toEqual(['2026-11-19']);
  await storage.close();
});

test('when its database does not answer, every part of a server answers that the client should retry', async () => {
  const {
    ports: [port],
    close,
  } = await startServers(1);
  const query = new URLSearchParams({
    client_id: 'demo-oidc',
    response_type: 'code',
    redirect_uri: 'http://localhost:8081/service/callback',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  /** Sends the headers of a browser, which `fetch` would change. */
  const request = async (path: string, accept: string, language: string) => {
    const cookie = 'munjigi.resume=unknown; munjigi_session=unknown';
    const clientRequest = get({ port, path, headers: { accept, 'accept-language': language, cookie } });
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const { statusCode: status, headers } = answer;
    return { status, retry: headers['retry-after'] ?? null, text: await text(answer) };
  };
  const paths = [
    '/login',
    `/oauth2/authorize?${query}`,
    '/oauth2/authorize/unknown',
    '/saml/continue/unknown',
  ];
  const answerBefore = await request(paths[1] ?? '', 'text/html', 'ko');
  await postgres.stop();
  const pages = await Promise.all(
    paths.flatMap((path) => ['ko', 'en'].map((language) => request(path, 'text/html', language))),
  );
  const responses = await Promise.all(paths.slice(2).map((path) => request(path, 'application/json', 'en')));
  await postgres.start();
  const answerAfter = await request(paths[1] ?? '', 'text/html', 'ko');
  await close();
  expect([answerBefore.status, answerAfter.status]).toEqual([303, 303]);
  expect(pages.map(({ status, retry }) => [status, retry])).toEqual(pages.map(() => [503, '5']));
  for (const [index, page] of pages.entries()) {
    expect(page.text).toContain(
      index % 2 === 0 ? '지금은 로그인할 수 없어요' : 'Signing in is not possible right now',
    );
    expect(page.text).toContain(index % 2 === 0 ? '다시 시도' : 'Try again');
  }
  for (const { status, text: body } of responses) {
    expect([status, JSON.parse(body)]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
  }
});
