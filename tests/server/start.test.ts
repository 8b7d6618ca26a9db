import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import { createFaults } from '#server/http/guard/faults.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { bindPort } from '#server/start/bound-port.ts';
import type { EngineFactory } from '#server/start/http-engine.ts';
import { hostFor, type RunningServer, type StartOptions, startServer } from '#server/start/start.ts';
import { newFolder } from '#tests/support/folder.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { freePort } from '#tools/free-port.ts';

let folder = '';
const running: RunningServer[] = [];

beforeEach(() => {
  folder = newFolder();
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><html lang="ko"><head></head></html>');
  writeFileSync(join(folder, 'dist', 'assets', 'a-1.js'), 'export {};');
  writeFileSync(join(folder, 'dist', 'assets', 'a-1.js.map'), '{}');
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(options: Partial<StartOptions> = {}, file: Record<string, unknown> = {}) {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const config = resolveConfig({ argon2: CHEAP_HASHING, ...file }, 'test', {
    mode: 'demo',
    publicUrl,
    labOrigin: 'http://localhost:8081',
  });
  const server = await startServer({
    port,
    config,
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'dist'),
    engines: [],
    ...options,
  });
  running.push(server);
  return server;
}

const checkPolicy = (url: string, userId: string, clientId = 'demo-oidc') =>
  fetch(`${url}/auth/policy/check`, {
    method: 'POST',
    headers: { 'X-Language': 'en', 'Content-Type': 'application/json' },
    body: JSON.stringify({ userId, clientId }),
  });

const test = testWithSetup(start);

test('a server is listed while it runs, as not serving while it stops, and not afterwards', async () => {
  const listedServers = () => {
    const db = new DatabaseSync(join(folder, 'data', 'munjigi.sqlite'), { readOnly: true });
    const rows = db.prepare('SELECT content FROM servers').all();
    db.close();
    return rows.map(({ content }) => JSON.parse(String(content)));
  };
  const stopping: unknown[] = [];
  const waitUntilListedAsStopping = () =>
    vi.waitFor(() => {
      stopping.push(...listedServers().filter(({ isServing }) => isServing === false));
      expect(stopping).toHaveLength(1);
    });
  const server = await start({ onStopBegun: waitUntilListedAsStopping });
  expect(listedServers()).toMatchObject([
    { isServing: true, parts: { disk: true, keys: true, storage: true }, hashes: { waiting: 0 } },
  ]);
  running.pop();
  await server.close();
  expect(listedServers()).toEqual([]);
});

test('the page, its files and the calls are served; source maps are not', async () => {
  const lines: string[] = [];
  const { url } = await start({
    onAnswered: ({ method, route, status }) => lines.push(`${method} ${route} ${status}`),
  });
  expect(await (await fetch(`${url}/login`)).text()).toContain('munjigi-config');
  expect(await (await fetch(`${url}/assets/a-1.js`)).text()).toBe('export {};');
  expect((await fetch(`${url}/assets/a-1.js.map`)).status).toBe(404);
  expect((await checkPolicy(url, 'kim')).status).toBe(200);
  expect(lines).toEqual([
    'GET /login 200',
    'GET /assets/a-1.js 200',
    'GET /* 404',
    'POST /auth/policy/check 200',
  ]);
});

test('accounts remain after a restart, and --fresh starts from the seed', async () => {
  const extra = { accounts: [{ userId: 'extra', name: { ko: '추가', en: 'Extra' } }] };
  await (await start({}, extra)).close();
  running.splice(0);
  const restarted = await start();
  expect((await checkPolicy(restarted.url, 'extra')).status).toBe(200);
  await restarted.close();
  running.splice(0);
  const fresh = await start({ fresh: true });
  expect((await checkPolicy(fresh.url, 'extra')).status).toBe(404);
  expect((await checkPolicy(fresh.url, 'kim')).status).toBe(200);
});

test('an engine answers its own paths unchanged', async () => {
  const engineRequests: string[] = [];
  const factory: EngineFactory = async ({ config, portal }) => ({
    ...fakeEngine(),
    handles: (method, url) => method === 'POST' && url.startsWith('/oauth2/'),
    async handler(req, res) {
      engineRequests.push(
        `${req.method} ${req.url} ${(await portal.claims('kim', 'demo-oidc'))?.sub} ${config.publicUrl}`,
      );
      res.end('from the engine');
    },
  });
  const lines: string[] = [];
  const { url } = await start({
    engines: [factory],
    onAnswered: ({ method, route, status }) => lines.push(`${method} ${route} ${status}`),
  });
  const answer = await fetch(`${url}/oauth2/token/secret?code=secret`, { method: 'POST' });
  expect(await answer.text()).toBe('from the engine');
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{8,}$/);
  expect(engineRequests).toEqual([`POST /oauth2/token/secret?code=secret kim ${url}`]);
  expect((await fetch(`${url}/oauth2/token`)).status).toBe(404);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines.sort()).toEqual(['GET /oauth2/* 404', 'POST /oauth2/token/:id 200']);
});

test('a failing engine answers 500, and the server keeps running', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const factory: EngineFactory = async () => ({
    ...fakeEngine(),
    handles: (_method, url) => url === '/oauth2/broken',
    handler: () => Promise.reject(new Error('broken')),
  });
  const { url } = await start({ engines: [factory] });
  reported.mockClear();
  expect((await fetch(`${url}/oauth2/broken`)).status).toBe(500);
  expect((await fetch(`${url}/login`)).status).toBe(200);
  expect(reported).toHaveBeenCalledOnce();
});

/** An engine whose answers wait until the test calls `release`. */
function slowEngine() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requestArrival = Promise.withResolvers<void>();
  const factory: EngineFactory = async ({ portal }) => ({
    ...fakeEngine(),
    handles: (_method, url) => url === '/oauth2/slow',
    async handler(_req, res) {
      requestArrival.resolve();
      await released;
      res.end((await portal.claims('kim', 'demo-oidc'))?.sub);
    },
  });
  return { factory, release, requestArrival: requestArrival.promise };
}

test('a pending answer completes before the server stops', async () => {
  const { factory, release, requestArrival } = slowEngine();
  const server = await start({ engines: [factory] });
  const answer = fetch(`${server.url}/oauth2/slow`);
  await requestArrival;
  const closed = server.close();
  await expect(fetch(`${server.url}/login`)).rejects.toThrow();
  release();
  const response = await answer;
  expect({ text: await response.text(), connection: response.headers.get('connection') }).toEqual({
    text: 'kim',
    connection: 'close',
  });
  await closed;
  running.splice(0);
});

test('a reload changes services and policies, and pending requests use the former ones', async () => {
  const { factory, release, requestArrival } = slowEngine();
  const closedClientIds: string[][] = [];
  const closingFactory: EngineFactory = async (options) => ({
    ...(await factory(options)),
    close: () => closedClientIds.push(options.config.clients.map(({ clientId }) => clientId)),
  });
  const server = await start({ engines: [closingFactory] });
  const answer = fetch(`${server.url}/oauth2/slow`);
  await requestArrival;
  const wiki = {
    clientId: 'wiki',
    clientSecret: 'a-secret-that-nobody-has-published',
    redirectUris: ['https://wiki.example.com/callback'],
    serviceName: { ko: '위키', en: 'Wiki' },
  };
  const policy = { id: 'wiki', clients: ['wiki'], authType: 'other', methods: ['sms'] };
  const policyAnswer = async () => {
    const answer = await checkPolicy(server.url, 'kim', 'wiki');
    return { status: answer.status, body: await answer.text() };
  };
  const environment = { mode: 'demo', publicUrl: server.url, labOrigin: 'http://localhost:8081' } as const;
  const newFile = { argon2: CHEAP_HASHING, clients: [wiki], policies: [policy] };
  const before = await policyAnswer();
  const refusal = server.reload(
    resolveConfig({ ...newFile, trustProxy: true, audit: { days: 3 } }, 'test', {
      ...environment,
      publicUrl: 'https://login.example.com',
    }),
  );
  await expect(refusal).rejects.toMatchObject({
    problems: ['publicUrl', 'trustProxy', 'audit'].map((name) => `${name}: only a restart changes it`),
  });
  expect(await policyAnswer()).toEqual(before);
  await server.reload(resolveConfig(newFile, 'test', environment));
  expect(await policyAnswer()).toEqual({ status: 200, body: expect.stringContaining('sms') });
  expect(closedClientIds).toEqual([]);
  release();
  expect(await (await answer).text()).toBe('kim');
  await vi.waitFor(() => expect(closedClientIds).toEqual([expect.not.arrayContaining(['wiki'])]));
});

test('health and metrics have their own address, which reports a stop before it happens', async () => {
  const { promise: stopDelay, resolve: endStopDelay } = Promise.withResolvers<void>();
  const server = await start({ ops: { host: '127.0.0.1', port: 0 }, onStopBegun: () => stopDelay });
  const fetchOps = (path: string) => fetch(`http://127.0.0.1:${server.opsPort}${path}`);
  const ready = { serving: true, storage: true, disk: true, keys: true };
  expect(await (await fetchOps('/readyz')).json()).toEqual(ready);
  await checkPolicy(server.url, 'kim');
  expect(await (await fetchOps('/metrics')).text()).toContain(
    'munjigi_requests_total{method="POST",route="/auth/policy/check",status="200"} 1',
  );
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const { status, headers } = await fetch(`${server.url}${path}`);
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'application/json']);
    expect((await fetchOps(path)).status).toBe(200);
  }
  const closed = server.close();
  expect((await fetchOps('/readyz')).status).toBe(503);
  expect((await fetchOps('/healthz')).status).toBe(200);
  const lastAnswer = await fetch(`${server.url}/login`);
  expect([lastAnswer.status, lastAnswer.headers.get('connection')]).toEqual([200, 'close']);
  endStopDelay();
  await closed;
  await expect(fetch(`${server.url}/login`)).rejects.toThrow();
  await expect(fetchOps('/healthz')).rejects.toThrow();
  running.splice(0);
});

test('an answer that does not end is cut off after the grace period', async () => {
  const { factory, requestArrival } = slowEngine();
  const port = await bindPort(0, '127.0.0.1');
  await start({ port, engines: [factory] });
  const answer = fetch(`http://127.0.0.1:${port.port}/oauth2/slow`);
  await requestArrival;
  await port.close(1);
  await expect(answer).rejects.toThrow();
  running.splice(0);
});

test('a connection may be idle longer than a proxy leaves it open', async () => {
  const port = await bindPort(0, '127.0.0.1');
  port.serve((_, res) => res.end());
  const { headers } = await fetch(`http://127.0.0.1:${port.port}/`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
  await port.close();
});

test.for([
  [{}, '127.0.0.1'],
  [{ publicUrl: 'https://login.example.com' }, undefined],
  [{ publicUrl: 'https://login.example.com', trustProxy: true }, '127.0.0.1'],
] as const)('with %j the server listens on %s', ([file, host]) => {
  const environment = {
    mode: 'demo',
    publicUrl: 'http://localhost:1',
    labOrigin: 'http://localhost:2',
  } as const;
  expect(hostFor(resolveConfig(file, 'test', environment))).toBe(host);
});

test('production has no seeds or faults', async () => {
  const faults = createFaults();
  faults.set({ path: '/summary/auth', status: 500, times: 9 });
  const port = await freePort();
  const config = resolveConfig(
    {
      publicUrl: `http://localhost:${port}`,
      clients: [
        { clientId: 'demo-oidc', redirectUris: ['https://x.example/'], serviceName: { ko: 'x', en: 'x' } },
      ],
      policies: [{ id: 'p', authType: 'other', methods: ['pw'] }],
    },
    'test',
    { mode: 'production', publicUrl: '', labOrigin: '' },
  );
  const { url } = await start({ port, config, faults, dataKeys: DATA_KEYS });
  expect((await checkPolicy(url, 'kim')).status).toBe(404);
  expect((await fetch(`${url}/summary/auth`)).status).toBe(200);
});

const failFrom = async (url: string, forwarded: string): Promise<number> => {
  const headers = { 'X-Language': 'en', 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded };
  const body = JSON.stringify({ userId: 'nobody', clientId: 'demo-oidc' });
  return (await fetch(`${url}/auth/policy/check`, { method: 'POST', headers, body })).status;
};

test('behind a trusted proxy failures count for the forwarded address', async () => {
  const { url } = await start({}, { trustProxy: true, limits: { failuresPerMinute: 1 } });
  expect(await failFrom(url, '198.51.100.1, 203.0.113.7')).toBe(404);
  expect(await failFrom(url, '198.51.100.2, 203.0.113.7')).toBe(429);
  expect(await failFrom(url, '203.0.113.7, 203.0.113.8')).toBe(404);
});

test('without a trusted proxy the address is that of the connection', async () => {
  const { url } = await start({}, { limits: { failuresPerMinute: 1 } });
  expect(await failFrom(url, '203.0.113.7')).toBe(404);
  expect(await failFrom(url, '203.0.113.8')).toBe(429);
});

test('a portal that is not built does not start', async () => {
  rmSync(join(folder, 'dist', 'index.html'));
  await expect(start()).rejects.toThrow(NoSiteError);
});

test('a start on a port in use fails', async ({ setup: first }) => {
  const port = Number(new URL(first.url).port);
  await expect(start({ port })).rejects.toThrow(/EADDRINUSE/);
});

test('TRACE does not echo the request', async ({ setup: { url } }) => {
  const [answer] = await once(
    request(`${url}/login`, { method: 'TRACE', headers: { cookie: 'a=sent' } }).end(),
    'response',
  );
  expect(answer.statusCode).toBe(405);
  expect(await text(answer)).not.toContain('a=sent');
});

test('a DELETE without a body and a body without a length reach their calls', async ({ setup: { url } }) => {
  const headers = { 'X-Language': 'en', 'Content-Type': 'application/json', Origin: url };
  const pushUrl = `${url}/data/sso/mobileapp/push/none?clientId=demo-oidc`;
  expect((await fetch(pushUrl, { method: 'DELETE', headers })).status).toBeLessThan(500);
  const body = new Blob([JSON.stringify({ userId: 'kim', clientId: 'demo-oidc' })]).stream();
  const streamed = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const answer = await fetch(`${url}/auth/policy/check`, streamed);
  const plain = await checkPolicy(url, 'kim');
  expect([answer.status, await answer.json()]).toEqual([plain.status, await plain.json()]);
});

/** Requests a page with the headers of a browser, which `fetch` cannot send. */
async function visit(url: string, extraHeaders: Record<string, string> = {}) {
  const headers = {
    'sec-fetch-mode': 'navigate',
    accept: 'text/html',
    'accept-language': 'ko',
    ...extraHeaders,
  };
  const [response] = await once(request(url, { headers }).end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('an overloaded server refuses new visitors, and nobody else', async () => {
  let isOverloaded = false;
  const { url } = await start({ isOverloaded: () => isOverloaded, engines: [createOidcEngine] });
  const [cookie = ''] = (await visit(`${url}/first`)).headers['set-cookie'] ?? [];
  isOverloaded = true;
  const refusal = await visit(`${url}/first?clientId=demo-oidc`);
  expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '5', refresh: '5' } });
  expect(refusal.headers['set-cookie']).toBeUndefined();
  expect(refusal.body).toContain('5초 뒤에 자동으로 다시 시도해요.');
  expect(refusal.body).toContain('href="/first?clientId=demo-oidc"');
  expect((await visit(`${url}/oauth2/authorize?client_id=demo-oidc`)).status).toBe(503);
  expect((await visit(`${url}/first`, { cookie: cookie.split(';', 1)[0] ?? '' })).status).toBe(200);
  expect((await visit(`${url}/language/en?back=/first`)).status).toBe(303);
  expect((await fetch(`${url}/oauth2/token`, { method: 'POST' })).status).toBe(400);
  expect((await checkPolicy(url, 'kim')).status).toBe(200);
});
