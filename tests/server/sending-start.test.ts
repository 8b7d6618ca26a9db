import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveConfig } from '#server/config/load.ts';
import type { Mode } from '#server/config/schema.ts';
import { createOutbox, type ReadableOutbox } from '#server/login/sending/outbox.ts';
import { type RunningServer, startServer } from '#server/start/start.ts';
import { newFolder } from '#tests/support/folder.ts';
import { Browser } from '#tests/support/server/browser.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { fetchPolicyId } from '#tests/support/server/steps.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import { freePort } from '#tools/free-port.ts';
import { errCodeOrStatus, logIn, type Person, send } from './methods/steps.ts';

let folder = '';
let running: RunningServer | null = null;

beforeEach(() => {
  folder = newFolder();
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><html lang="ko"><head></head></html>');
});

afterEach(async () => {
  await running?.close();
  running = null;
});

const CLIENT = {
  clientId: 'demo-oidc',
  clientSecret: 'a secret of this test alone',
  redirectUris: ['https://service.example/cb'],
  initiateLoginUri: 'https://service.example/login',
  serviceName: { ko: '서비스', en: 'Service' },
};
const POLICY = { id: 'codes', authType: 'otp', methods: ['sms', 'emergencyCode'] };
const ACCOUNT = { userId: 'ann', name: { ko: '앤', en: 'Ann' }, phoneNumber: '010-1111-2222' };

async function start(mode: Mode, outbox: ReadableOutbox) {
  const port = await freePort();
  const lines: string[] = [];
  const file = {
    publicUrl: `http://localhost:${port}`,
    clients: [CLIENT],
    policies: [{ ...POLICY, users: ['ann'] }],
    accounts: [ACCOUNT],
    argon2: CHEAP_HASHING,
  };
  const config = resolveConfig(file, 'test', { mode, publicUrl: '', labOrigin: 'http://localhost:8081' });
  running = await startServer({
    port,
    config,
    dataDir: join(folder, 'data'),
    dataKeys: DATA_KEYS,
    siteDir: join(folder, 'dist'),
    engines: [],
    outbox,
    onAnswered: (entry) => lines.push(JSON.stringify(entry)),
  });
  return { port, lines, administration: running.administration };
}

async function enterAt(port: number): Promise<Person> {
  const browser = new Browser(async (request) => {
    const target = new URL(request.url);
    target.port = String(port);
    const headers = new Headers(request.headers);
    if (headers.has('origin')) headers.set('Origin', target.origin);
    const body = request.method === 'GET' ? null : await request.text();
    return fetch(target, { method: request.method, headers, body });
  });
  return { browser, userId: 'ann', policyId: await fetchPolicyId(browser, 'ann') };
}

test('a demo server sends messages to the lab, logs no code, and issues temporary codes', async () => {
  const outbox = createOutbox(Date.now);
  const { port, lines, administration } = await start('demo', outbox);
  const ann = await enterAt(port);
  expect((await send(ann, 'sms')).json['result']).toBe(true);
  const [message] = outbox.list({ to: '010-1111-2222' });
  const code = /#(\d{6})$/.exec(message?.text ?? '')?.[1] ?? 'no code';
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ route: '/auth/oauth2/send/sms', status: 200, contentLength: 7 }),
  );

  const temporaryCode = await administration.issueEmergencyCode('ann');
  expect(errCodeOrStatus(await logIn(ann, '0', temporaryCode?.code ?? ''))).toBe(200);
  expect(lines.join('\n')).not.toContain(code);
});

test('in production the outbox of the lab is not used', async () => {
  const outbox = createOutbox(Date.now);
  const { port } = await start('production', outbox);
  expect((await send(await enterAt(port), 'sms')).json).toMatchObject({ result: false, errCode: '012' });
  expect(outbox.list()).toEqual([]);
});
