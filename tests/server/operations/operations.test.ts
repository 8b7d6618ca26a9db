import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countedGateways } from '#server/login/sending/counted-gateways.ts';
import { healthOf } from '#server/operations/health.ts';
import { listenForOperators } from '#server/operations/listen.ts';
import { log } from '#server/operations/log.ts';
import { metricsOf } from '#server/operations/metrics.ts';
import { databaseWriteCheck, folderWriteCheck } from '#server/operations/writable.ts';
import { openDatabase } from '#server/storage/open.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';

const SOURCES = {
  waitingPushes: async () => 3,
  disk: async () => ({ free: 5, size: 10 }),
  ready: async () => ({ serving: true, storage: false }),
  certificates: async () => ({ saml: 2_000_000_000_000 }),
  federations: async () => [
    { name: 'kafe', readAt: 1_000_000_000_000, validUntil: 2_000_000_000_000 },
    { name: 'new', readAt: null, validUntil: null },
  ],
  gateways: () => ({ sms: true, push: false }),
  hashing: () => ({ running: 1, waiting: 2, refused: 4 }),
};

/** The status of the answer to a request for a host. */
const statusFor = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/healthz', headers: { host } }, (res) => {
      resolve(res.resume().statusCode);
    }).once('error', reject);
  });

test.for([
  ['127.0.0.1', { 'evil.example': 400, 'localhost@evil.example': 400, 'localhost:9': 200, '[::1]:9': 200 }],
  ['0.0.0.0', { 'portal.internal:9100': 200, '10.0.0.7': 200, 'a@evil.example': 400 }],
] as const)(
  'the server for operators on %s answers only for the hosts that lead to it',
  async ([host, hosts]) => {
    const sources = { health: healthOf({}), metrics: metricsOf(SOURCES) };
    const server = await listenForOperators({ host, port: 0 }, sources);
    for (const [requested, status] of Object.entries(hosts)) {
      expect([requested, await statusFor(server.port, requested)]).toEqual([requested, status]);
    }
    await server.close();
  },
);

/** Starts a server for operators that is closed at the end of the test. */
async function listen(checks: Parameters<typeof healthOf>[0] = {}, sources = SOURCES) {
  const health = healthOf(checks);
  const metrics = metricsOf(sources);
  const server = await listenForOperators({ host: '127.0.0.1', port: 0 }, { health, metrics });
  onTestFinished(() => server.close());
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { health, metrics, read };
}

test('a server is alive whatever the storage does, and ready only while every part works and it serves', async () => {
  const isWorking = { storage: true, keys: true };
  const check = (name: keyof typeof isWorking) => async () => {
    if (!isWorking[name]) throw new Error('secret reason');
  };
  const { health, read } = await listen({ storage: check('storage'), keys: check('keys') });
  expect(await read('/readyz')).toEqual({
    status: 503,
    text: '{"serving":false,"storage":true,"keys":true}\n',
  });
  health.serve();
  expect((await read('/readyz?probe=1')).status).toBe(200);
  isWorking.storage = false;
  expect(await read('/readyz')).toEqual({
    status: 503,
    text: '{"serving":true,"storage":false,"keys":true}\n',
  });
  expect(await read('/healthz')).toEqual({ status: 200, text: 'alive\n' });
  isWorking.storage = true;
  isWorking.keys = false;
  expect((await read('/readyz')).status).toBe(503);
  isWorking.keys = true;
  health.stop();
  expect((await read('/readyz')).text).toContain('"serving":false');
  expect((await read('/healthz')).status).toBe(200);
  expect((await read('/login')).status).toBe(404);
});

test('requests, sign-ins, pushes and hashes are counted', async () => {
  const { metrics, read } = await listen();
  metrics.countRequest({ method: 'GET', route: '/login', status: 200, ms: 20 });
  metrics.countRequest({ method: 'GET', route: '/login', status: 200, ms: 2000 });
  const events: string[] = [];
  const audit = metrics.countingAudit(({ event }) => events.push(event));
  audit({ event: 'login.completed', account: 'kim', method: 'pw+sms' });
  audit({ event: 'login.refused', account: 'kim', method: 'pw', result: '001' });
  audit({ event: 'login.passed', account: 'kim', method: 'pw' });
  const sms = { deliver: vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('down')) };
  const gateways = countedGateways({ sms, inmail: null, exmail: null, push: null }, metrics.countMessage);
  const message = { channel: 'sms', userId: 'kim', to: '010', subject: '', text: '1', at: 0 } as const;
  await gateways.sms?.deliver(message);
  await expect(gateways.sms?.deliver(message)).rejects.toThrow('down');
  expect(gateways.inmail).toBeNull();
  metrics.reportDirectoryCheck('answered');
  metrics.reportDirectoryCheck('failed');
  metrics.countRefusedSession();
  const { text } = await read('/metrics');
  expect(events).toEqual(['login.completed', 'login.refused', 'login.passed']);
  for (const line of [
    'munjigi_requests_total{method="GET",route="/login",status="200"} 2',
    'munjigi_request_seconds_bucket{le="0.025",method="GET",route="/login"} 1',
    'munjigi_request_seconds_count{method="GET",route="/login"} 2',
    'munjigi_logins_total{method="pw+sms",result="ok"} 1',
    'munjigi_logins_total{method="pw",result="001"} 1',
    'munjigi_messages_total{channel="sms",result="taken"} 1',
    'munjigi_messages_total{channel="sms",result="failed"} 1',
    'munjigi_pushes_waiting 3',
    'munjigi_hashing{state="running"} 1',
    'munjigi_hashing{state="waiting"} 2',
    'munjigi_hashing_refused_total 4',
    'munjigi_visits_refused_total 1',
    'munjigi_disk_bytes{of="free"} 5',
    'munjigi_directory_checks_total{result="answered"} 1',
    'munjigi_directory_checks_total{result="failed"} 1',
    'munjigi_gateway_configured{channel="sms"} 1',
    'munjigi_gateway_configured{channel="push"} 0',
    'munjigi_ready{part="serving"} 1',
    'munjigi_ready{part="storage"} 0',
    'munjigi_certificate_expiry_timestamp_seconds{certificate="saml"} 2000000000',
    'munjigi_federation_read_timestamp_seconds{federation="kafe"} 1000000000',
    'munjigi_federation_expiry_timestamp_seconds{federation="kafe"} 2000000000',
    'munjigi_federation_read_timestamp_seconds{federation="new"} 0',
    'munjigi_federation_expiry_timestamp_seconds{federation="new"} 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('kim');
});

test('only counters end in _total, and every metric has a help text, as promtool requires', async () => {
  const { read } = await listen();
  const { text } = await read('/metrics');
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  for (const [, name = '', type] of types) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
  }
});

test('the alert rules name existing metrics', async () => {
  const { read } = await listen();
  const { text } = await read('/metrics');
  const rules = readFileSync(join(import.meta.dirname, '../../../deploy/alerts.yml'), 'utf8');
  const metricNames = new Set(rules.match(/munjigi_[a-z_]+/g));
  expect(metricNames.size).toBeGreaterThan(3);
  for (const name of metricNames) expect(text).toContain(`# TYPE ${name} `);
});

test('a server is not ready when its database or folder cannot be written, and the log names the cause once', async () => {
  const logged = vi.spyOn(log, 'warn').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const folder = newFolder();
  const db = await openDatabase(join(folder, 'data.sqlite'), DATA_KEYS);
  const checks = { storage: databaseWriteCheck(db, Date.now), disk: folderWriteCheck(folder) };
  const { health, read } = await listen(checks);
  health.serve();
  expect((await read('/readyz')).text).toBe('{"serving":true,"storage":true,"disk":true}\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('.readiness'))).toEqual([]);
  await db.prepare('PRAGMA query_only = 1').get();
  for (const _ of [1, 2]) {
    expect(await read('/readyz')).toEqual({
      status: 503,
      text: '{"serving":true,"storage":false,"disk":true}\n',
    });
  }
  expect(logged.mock.calls).toEqual([['not ready: storage', { err: expect.any(Error) }]]);
  await db.close();
  await expect(folderWriteCheck(join(folder, 'data.sqlite'))()).rejects.toThrow('ENOTDIR');
});

test('the other metrics are available while the database does not answer', async () => {
  const unreachable = {
    ...SOURCES,
    waitingPushes: () => Promise.reject(new Error('lost')),
    certificates: () => Promise.reject(new Error('lost')),
    federations: () => Promise.reject(new Error('lost')),
  };
  const { read } = await listen({}, unreachable);
  const { status, text } = await read('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('munjigi_pushes_waiting Nan');
  expect(text).not.toMatch(/^munjigi_certificate_expiry/m);
  expect(text).toContain('munjigi_hashing{state="running"} 1');
});
