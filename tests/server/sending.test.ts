import { describe, expect, vi } from 'vitest';
import type { Message, Outbox } from '#server/login/sending/outbox.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import { proveFirstStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { passGate } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import {
  codeIn,
  enter,
  errCodeOrStatus,
  logIn,
  requestToken,
  send,
  sendWith,
  statusAndErrCode,
} from './methods/steps.ts';

const failingGateway: Outbox = { deliver: () => Promise.reject(new Error('code 123456 not delivered')) };

describe('the token for sends', () => {
  test('is issued after the policy check', async () => {
    const lee = await enter(await testServer(), 'lee');
    const { status, json } = await requestToken(lee);
    expect(status).toBe(200);
    expect(json).toEqual({ status: 200, accessToken: expect.stringMatching(/^[\w-]{43}$/) });
  });

  test('cannot be replaced by the token of the second step', async ({ server }) => {
    const park = await proveFirstStep(server.browser(), 'park');
    expect(statusAndErrCode(await sendWith(park, 'sms', park.secondToken))).toEqual([401, 'notAuthorized']);
    expect(server.outbox.list()).toEqual([]);
    expect((await sendWith(park, 'sms', park.accessToken)).status).toBe(200);
  });

  test('is invalid in a session whose id was replaced', async ({ server }) => {
    const hong = await enter(server, 'hong');
    await passGate(hong.browser, 'hong', hong.policyId);
    const token = tokenOf(await requestToken(hong));
    const old = { ...hong, browser: hong.browser.clone() };
    await passGate(hong.browser, 'hong', hong.policyId);
    expect((await sendWith(old, 'sms', token)).status).toBe(401);
    expect((await sendWith(hong, 'sms', token)).status).toBe(200);
  });
});

describe('the send is refused for', () => {
  test('a channel that the policy does not allow', async () => {
    const kim = await enter(await testServer(), 'kim');
    expect(errCodeOrStatus(await send(kim, 'sms'))).toBe('018');
  });

  test.for([
    ['sms', '006'],
    ['inmail', '006_1'],
    ['exmail', '006_2'],
  ] as const)('%s without that contact: %s', async ([channel, errCode], { server }) => {
    expect(errCodeOrStatus(await send(await enter(server, 'yoon'), channel))).toBe(errCode);
  });

  test('a policy that has changed since', async () => {
    const policy = {
      id: 'until-noon',
      users: ['lee'],
      authType: 'otp',
      methods: ['sms'],
      hours: { from: '09:00', until: '12:20' },
    };
    const server = await testServer({ policies: [policy] });
    const lee = await enter(server, 'lee');
    server.wait(20 * 60_000);
    expect(errCodeOrStatus(await requestToken(lee))).toBe('016_3');
  });

  test('a content that is longer than 200 characters, and an unknown channel', async () => {
    const lee = await enter(await testServer(), 'lee');
    expect(errCodeOrStatus(await send(lee, 'sms', { content: 'x'.repeat(201) }))).toBe('malformed');
    const { status } = await lee.browser.call('POST', '/auth/oauth2/send/fax', { body: {} });
    expect(status).toBe(405);
  });
});

test('the log contains only the length of a sent content', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms', { content: 'sign in' });
  const entry = server.logged.at(-1);
  expect(entry).toEqual({
    method: 'POST',
    route: '/auth/oauth2/send/sms',
    status: 200,
    ms: expect.any(Number),
    contentLength: 7,
  });
});

describe('a gateway', () => {
  test.for([
    ['sms', '012_1'],
    ['inmail', '012_2'],
    ['exmail', '012_2'],
  ] as const)('of %s that fails causes %s, without the code in the log', async ([channel, errCode]) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const server = await testServer({}, fakeEngine(), { [channel]: failingGateway });
    const { status, json } = await send(await enter(server, 'lee'), channel);
    expect({ status, json }).toMatchObject({ status: 200, json: { status: 200, result: false, errCode } });
    expect(json['message']).toBe('');
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/\d{6}/);
  });

  test('that is missing causes 012', async () => {
    const server = await testServer({}, fakeEngine(), { sms: null, inmail: null, exmail: null });
    const { json } = await send(await enter(server, 'lee'), 'sms');
    expect(json).toMatchObject({ status: 200, result: false, errCode: '012' });
  });

  test('that fails leaves the former code valid', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const sent: Message[] = [];
    let isFailing = false;
    const sms: Outbox = {
      async deliver(message) {
        if (isFailing) throw new Error('down');
        sent.push(message);
      },
    };
    const server = await testServer({}, fakeEngine(), { sms });
    const lee = await enter(server, 'lee');
    await send(lee, 'sms');
    isFailing = true;
    expect((await send(lee, 'sms')).json['result']).toBe(false);
    const code = /\b\d{6}\b/.exec(sent[0]?.text ?? '')?.[0] ?? '';
    expect(errCodeOrStatus(await logIn(lee, '1', code))).toBe(200);
  });

  test('of one channel of a pair may fail without affecting the other', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const server = await testServer({}, fakeEngine(), { sms: failingGateway });
    const lee = await enter(server, 'lee');
    expect((await send(lee, 'sms')).json['result']).toBe(false);
    expect((await send(lee, 'inmail')).json['result']).toBe(true);
    expect(errCodeOrStatus(await logIn(lee, '4', codeIn(server, 'lee', 'inmail')))).toBe(200);
  });

  test('that answers late does not restore an older code', async () => {
    const pending: { message: Message; accept: () => void }[] = [];
    const sms: Outbox = { deliver: (message) => new Promise((accept) => pending.push({ message, accept })) };
    const server = await testServer({}, fakeEngine(), { sms });
    const lee = await enter(server, 'lee');
    const token = tokenOf(await requestToken(lee));
    const first = sendWith(lee, 'sms', token);
    await vi.waitFor(() => expect(pending).toHaveLength(1));
    const second = sendWith(lee, 'sms', token);
    await vi.waitFor(() => expect(pending).toHaveLength(2));
    pending[1]?.accept();
    await second;
    pending[0]?.accept();
    await first;
    const codes = pending.map(({ message }) => /\b\d{6}\b/.exec(message.text)?.[0] ?? '');
    expect(errCodeOrStatus(await logIn(lee, '1', codes[0] ?? ''))).toBe('005_1');
    expect(errCodeOrStatus(await logIn(lee, '1', codes[1] ?? ''))).toBe(200);
  });
});

describe('limits', () => {
  const limits = (sends: Record<string, number>) => ({ limits: { sends } });

  test('of a session end after a while, and the code sent before remains valid', async () => {
    const server = await testServer(limits({ perSession: 2, minutes: 5 }));
    const lee = await enter(server, 'lee');
    await send(lee, 'sms');
    server.wait(60_000);
    await send(lee, 'sms');
    const { status, headers, json } = await send(lee, 'sms');
    expect([status, json['errCode'], headers.get('Retry-After')]).toEqual([429, 'tooManySends', '240']);
    expect(json['message']).toBe('You have asked too often. Ask again in 4 min.');
    expect(errCodeOrStatus(await logIn(lee, '1', codeIn(server, 'lee', 'sms')))).toBe(200);
    server.wait(240_000);
    expect((await send(lee, 'sms')).json['result']).toBe(true);
  });

  test('of an account apply to all its sessions, and lock no other method', async () => {
    const server = await testServer(limits({ perAccount: 2 }));
    for (let session = 0; session < 2; session++) await send(await enter(server, 'lee'), 'sms');
    const lee = await enter(server, 'lee');
    expect((await send(lee, 'inmail')).status).toBe(429);
    expect(errCodeOrStatus(await logIn(lee, '9', '000000'))).toMatch(/^005_[13]$/);
    expect((await send(await enter(server, 'jang'), 'sms')).status).toBe(200);
  });

  test('of an account do not apply after the password', async () => {
    const gated = {
      id: 'gated',
      users: ['hong'],
      clients: ['demo-oidc'],
      authType: 'other',
      methods: ['pw', 'sms'],
    };
    const server = await testServer({ policies: [gated], ...limits({ perAccount: 1, perSession: 5 }) });
    const hong = await enter(server, 'hong');
    await passGate(hong.browser, 'hong', hong.policyId);
    for (let count = 0; count < 5; count++) expect((await send(hong, 'sms')).status).toBe(200);
    expect((await send(hong, 'sms')).status).toBe(429);
  });

  test('of an address apply to all its accounts', async () => {
    const server = await testServer(limits({ perAddress: 2 }));
    await send(await enter(server, 'lee'), 'sms');
    await send(await enter(server, 'jang'), 'sms');
    expect((await send(await enter(server, 'song'), 'sms')).status).toBe(429);
  });

  test('apply to concurrent sends', async () => {
    const server = await testServer(limits({ perSession: 3 }));
    const lee = await enter(server, 'lee');
    const token = tokenOf(await requestToken(lee));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWith(lee, 'sms', token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(server.outbox.list()).toHaveLength(3);
  });

  test('do not count failed sends', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const server = await testServer(limits({ perSession: 1 }), fakeEngine(), { sms: failingGateway });
    const lee = await enter(server, 'lee');
    await send(lee, 'sms');
    await send(lee, 'sms');
    expect((await send(lee, 'inmail')).json['result']).toBe(true);
  });
});

test('a storage failure during a failed message is answered, without an unhandled rejection', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let server: TestServer;
  const failing: Outbox = {
    async deliver() {
      await server.db.prepare('DROP TABLE limited_events').run();
      throw new Error('not delivered');
    },
  };
  server = await testServer({}, fakeEngine(), { sms: failing });
  expect((await send(await enter(server, 'lee'), 'sms')).status).toBe(500);
});
