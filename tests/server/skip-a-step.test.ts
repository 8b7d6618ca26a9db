import { expect, vi } from 'vitest';
import type { Browser } from '#tests/support/server/browser.ts';
import { fakeEngine } from '#tests/support/server/engine.ts';
import { methodOf } from '#tests/support/server/methods.ts';
import { testServer } from '#tests/support/server/server.ts';
import { sessionOf } from '#tests/support/server/sessions.ts';
import {
  authenticate,
  CLIENT_ID,
  checkPolicy,
  fetchPolicyId,
  passGate,
  signIn,
} from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { statusAndErrCode } from './methods/steps.ts';

const GATED_POLICY = { id: 'gated', users: ['kim'], authType: 'other', methods: ['pw', 'sms'] } as const;
const PASSWORDLESS_POLICY = { id: 'otp-only', users: ['kim'], authType: 'otp', methods: ['sms'] } as const;

const passGateAsKim = (browser: Browser, policyId: string) => passGate(browser, 'kim', policyId);
const logInAsKim = (browser: Browser, policyId: string) => authenticate(browser, 'kim', { policyId });

test('the password of the gate does not count as the method after it', async () => {
  const { browser } = await testServer({ policies: [GATED_POLICY] });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  expect((await passGate(kim, 'kim', policyId)).status).toBe(200);
  expect(statusAndErrCode(await authenticate(kim, 'kim', { policyId }))).toEqual([400, '018']);
});

test('a policy without passwords accepts none', async () => {
  const { browser } = await testServer({ policies: [PASSWORDLESS_POLICY] });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  expect((await passGate(kim, 'kim', policyId)).json['errCode']).toBe('018');
  expect((await authenticate(kim, 'kim', { policyId })).json['errCode']).toBe('018');
});

test.for(['13', '99', '', '__proto__'])('the token code %j completes no login', async (tokenCode) => {
  const { browser } = await testServer();
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  expect((await authenticate(kim, 'kim', { policyId, tokenCode })).json['errCode']).toBe('018');
});

test('another policy id is refused with 016, which leads back to the ID', async ({ browser: kim }) => {
  await checkPolicy(kim, 'kim');
  for (const answer of [
    await authenticate(kim, 'kim', { policyId: 'invented' }),
    await passGate(kim, 'kim', 'invented'),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errCode: '016', message: '' });
  }
});

test('a policy that ends between the ID and the password is refused', async () => {
  const policy = { id: 'ending', users: ['kim'], authType: 'other', methods: ['pw'] };
  const ending = { ...policy, period: { until: '2026-11-20' } };
  const { browser, clock } = await testServer({ policies: [ending], session: { idleMinutes: 24 * 60 } });
  const kim = browser();
  const policyId = await fetchPolicyId(kim, 'kim');
  clock.now = Date.parse('2026-11-21T00:00:00+09:00');
  expect((await authenticate(kim, 'kim', { policyId })).json['errCode']).toBe('016_2');
});

test('the proof of a password ends with its login', async ({ portal, browser: kim }) => {
  const policyId = await fetchPolicyId(kim, 'kim');
  await passGate(kim, 'kim', policyId);
  const passwordAt = async () =>
    (await portal.proofs.find(await sessionOf({ portal }, kim), CLIENT_ID, 'kim'))?.passwordAt;
  expect(await passwordAt()).toBeTypeOf('number');
  await authenticate(kim, 'kim', { policyId });
  expect(await passwordAt()).toBeNull();
});

test.for([
  ['gate', passGateAsKim],
  ['login', logInAsKim],
] as const)('a %s that is signed out during the check of its password fails', async ([, prove]) => {
  const { browser, engine, portal } = await testServer();
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  const policyId = await fetchPolicyId(kim, 'kim');
  const twin = kim.clone();
  vi.spyOn(methodOf({ portal }, TYPE_CODES.password), 'verify').mockImplementationOnce(async () => {
    await twin.visit('/logout');
    return { passed: true, by: 'pw' };
  });
  const { status, headers } = await prove(kim, policyId);
  expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 401, cookies: [] });
  expect(engine.finishedRequests).toEqual([]);
  expect((await signIn(twin, 'kim')).status).toBe(200);
});

test('a login that is signed out before it completes signs nobody in', async () => {
  const engine = fakeEngine();
  const { browser } = await testServer({}, engine);
  const kim = browser();
  await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
  const policyId = await fetchPolicyId(kim, 'kim');
  const twin = kim.clone();
  const { find } = engine;
  vi.spyOn(engine, 'find').mockImplementationOnce(async (id) => {
    await twin.visit('/logout');
    return find(id);
  });
  expect((await authenticate(kim, 'kim', { policyId })).status).toBe(401);
  await twin.visit('/redirect?uid=request-1');
  expect((await twin.call('GET', '/summary/auth')).json).toMatchObject({
    clientId: 'demo-oidc',
    isAlreadyAuth: false,
  });
});

test.for(['one|two', '', 'a|b|c|d|e|f|g|h|i|j|k|l|m|n|o'])(
  'the userPassword %j is malformed',
  async (userPassword, { browser: kim }) => {
    await checkPolicy(kim, 'kim');
    const { status } = await kim.call('POST', '/authenticate', { body: { userId: 'kim', userPassword } });
    expect(status).toBe(400);
  },
);
