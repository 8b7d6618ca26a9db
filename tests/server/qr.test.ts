import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import { type ProvedFirstStep, proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { sessionOf } from '#tests/support/server/sessions.ts';
import { authenticate, bearer, checkPolicy, fetchPolicyId, passGate } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { qrNumber, readQrText } from '#wire/qr-login.ts';
import { statusAndErrCode } from './methods/steps.ts';
import { approve, callByPhone, chooseNumber, createQr, outcomeOf, pollQr } from './qr-phone.ts';

const GATED_POLICY = { id: 'gated', users: ['lim'], authType: 'other', methods: ['pw', 'push'] } as const;

/** A browser that shows a QR code and has polled once. */
async function showQr(server: TestServer) {
  const browser = server.browser();
  const { json } = await createQr(browser);
  const qrId = String(json['qrId']);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'X', null]);
  return { browser, qrId, qr: String(json['qr']) };
}

async function finishSignIn(browser: Browser, qrId: string, userId = 'lim'): Promise<CallAnswer> {
  const policyId = await fetchPolicyId(browser, userId);
  return authenticate(browser, userId, { policyId, tokenCode: '11', secret: qrId, check: 'A' });
}

test('an approved code signs in once, and repeated polls name the approver for ten seconds', async ({
  server,
}) => {
  const { browser, qrId, qr } = await showQr(server);
  expect(readQrText('cubelogin', qr)).toEqual({ qrId, portal: 'http://localhost:8080' });
  expect((await approve(server, qrId)).json).toMatchObject({ outcome: 'approved' });
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', 'lim']);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', 'lim']);
  server.wait(10_000);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', null]);
  expect((await finishSignIn(browser, qrId)).status).toBe(200);
  expect(await server.portal.sessions.findLogin(await sessionOf(server, browser))).toMatchObject({
    userId: 'lim',
    methods: ['push'],
  });
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([404, '010_5']);
});

test('the phone gets service, browser, time and three numbers, one of which is correct', async ({
  server,
}) => {
  const { qrId } = await showQr(server);
  const { json } = await callByPhone(server, 'GET', qrId);
  expect(json).toMatchObject({
    serviceName: 'Hanbit Workspace',
    browser: 'Chrome · Linux',
    requestedAt: server.clock.now,
    validUntil: server.clock.now + 15_000,
  });
  const numbers = json['numbers'] as string[];
  expect(new Set(numbers).size).toBe(3);
  expect(numbers).toContain(qrNumber(qrId));
  expect(numbers.every((number) => /^[1-9]\d$/.test(number))).toBe(true);
  expect((await callByPhone(server, 'GET', qrId)).json['numbers']).toEqual(numbers);
});

test('a wrong number declines the code, and the correct one is refused afterwards', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  const wrongNumber = qrNumber(qrId) === '99' ? '98' : '99';
  expect(statusAndErrCode(await chooseNumber(server, qrId, wrongNumber))).toEqual([400, 'wrongNumber']);
  expect(statusAndErrCode(await approve(server, qrId))).toEqual([400, '010_3']);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'O', '010']);
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([400, '010']);
});

test('a declined code is reported as declined', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  expect((await chooseNumber(server, qrId, null)).json).toMatchObject({ outcome: 'declined' });
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'O', '010_1']);
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([400, '010_1']);
});

test('a code can be approved for 15 s, and an approval is valid for 60 s', async ({ server }) => {
  const expiring = await showQr(server);
  server.wait(14_999);
  expect((await callByPhone(server, 'GET', expiring.qrId)).status).toBe(200);
  server.wait(1);
  expect(statusAndErrCode(await callByPhone(server, 'GET', expiring.qrId))).toEqual([400, '010_3']);
  expect(statusAndErrCode(await approve(server, expiring.qrId))).toEqual([400, '010_3']);
  expect(outcomeOf(await pollQr(expiring.browser, expiring.qrId))).toEqual([200, 'O', '010_3']);

  const { browser, qrId } = await showQr(server);
  await approve(server, qrId);
  server.wait(59_999);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', 'lim']);
  server.wait(1);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'O', '010_3']);
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([400, '010_3']);
});

test('an approval before the expiry of a code is valid, also when it is polled later', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  server.wait(14_999);
  await approve(server, qrId);
  server.wait(5000);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', 'lim']);
});

test('a poll with a replaced session id gets no approval', async () => {
  const server = await testServer({ policies: [GATED_POLICY] });
  const { browser, qrId } = await showQr(server);
  await approve(server, qrId);
  const old = browser.clone();
  const policyId = await fetchPolicyId(browser, 'lim');
  expect((await passGate(browser, 'lim', policyId)).status).toBe(200);
  expect(statusAndErrCode(await pollQr(old, qrId))).toEqual([404, '010_5']);
  expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'A', 'lim']);
});

test('an approval signs in its own account only', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  await approve(server, qrId, 'lee');
  expect(statusAndErrCode(await finishSignIn(browser, qrId, 'lim'))).toEqual([400, '010_2']);
  expect((await finishSignIn(browser, qrId, 'lee')).status).toBe(200);
});

test('the policy has to allow QR login', async () => {
  const policies = [{ id: 'no-push', users: ['lim'], authType: 'otp', methods: ['pw', 'mobileOtp'] }];
  const server = await testServer({ policies });
  const { browser, qrId } = await showQr(server);
  await approve(server, qrId);
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([400, '018']);
});

test('of two concurrent logins by one approval one fails', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  await approve(server, qrId);
  await checkPolicy(browser, 'lim');
  const answers = await Promise.all([finishSignIn(browser, qrId), finishSignIn(browser.clone(), qrId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('of two concurrent answers of phones one is accepted', async ({ server }) => {
  const { qrId } = await showQr(server);
  const answers = await Promise.all([approve(server, qrId), chooseNumber(server, qrId, null, 'lee')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a code belongs to the service of its page', async () => {
  const other = serviceOf('other', { qrCode: true });
  const server = await testServer({ clients: [other] });
  const browser = server.browser();
  const qrId = String((await createQr(browser)).json['qrId']);
  expect(statusAndErrCode(await callByPhone(server, 'GET', qrId))).toEqual([404, '010_5']);
  expect((await pollQr(browser, qrId, 'other')).status).toBe(200);
  expect((await callByPhone(server, 'GET', qrId)).json['serviceName']).toBe('other');
  expect(statusAndErrCode(await pollQr(browser, qrId))).toEqual([404, '010_5']);
  await approve(server, qrId);
  expect(statusAndErrCode(await finishSignIn(browser, qrId))).toEqual([404, '010_5']);
});

test('a service without QR login gets no approval', async () => {
  const server = await testServer({ clients: [serviceOf('plain')] });
  const browser = server.browser();
  const qrId = String((await createQr(browser)).json['qrId']);
  expect(statusAndErrCode(await pollQr(browser, qrId, 'plain'))).toEqual([400, '018']);
  expect(statusAndErrCode(await pollQr(browser, qrId, 'nobody'))).toEqual([400, '018']);
  expect(statusAndErrCode(await callByPhone(server, 'GET', qrId))).toEqual([404, '010_5']);
});

test.for([['wrong'], [''], ['null']])(
  'a phone with the key %j is refused',
  async ([key = ''], { server }) => {
    const { qrId } = await showQr(server);
    expect((await callByPhone(server, 'GET', qrId, { key })).status).toBe(401);
    expect((await callByPhone(server, 'POST', qrId, { key, body: { number: qrNumber(qrId) } })).status).toBe(
      401,
    );
  },
);

test.for([{}, { number: 7 }, { number: '7' }, { number: '123' }, { number: 'ab' }])(
  'the answer %j is refused',
  async (body, { server }) => {
    const { browser, qrId } = await showQr(server);
    expect((await callByPhone(server, 'POST', qrId, { body })).status).toBe(400);
    expect(outcomeOf(await pollQr(browser, qrId))).toEqual([200, 'X', null]);
  },
);

test('the codes of a session and of an address are limited', async () => {
  const server = await testServer({ limits: { qrCodes: { perSession: 2, perAddress: 3, minutes: 1 } } });
  const one = server.browser();
  const statuses = [await createQr(one), await createQr(one), await createQr(one)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([200, 200, 429]);
  const other = server.browser();
  expect((await createQr(other)).status).toBe(200);
  const refusal = await createQr(other);
  expect([statusAndErrCode(refusal), refusal.headers.get('retry-after')]).toEqual([
    [429, 'tooManyCodes'],
    '60',
  ]);
  server.wait(60_000);
  expect((await createQr(other)).status).toBe(200);
});

test('a code ends with the sign-out of its session', async ({ server }) => {
  const { browser, qrId } = await showQr(server);
  await approve(server, qrId);
  await browser.visit('/logout', { 'Sec-Fetch-Site': 'same-origin' });
  expect(statusAndErrCode(await pollQr(browser, qrId))).toEqual([404, '010_5']);
});

test('no id of a code is logged', async ({ server }) => {
  const { qrId } = await showQr(server);
  await callByPhone(server, 'GET', qrId);
  expect(JSON.stringify(server.logged)).not.toContain(qrId);
});

const TWO_STEP_POLICY = { id: 'two', users: ['lim'], ...twoSteps({ qrCode: 1 }) } as const;

const createSecondQr = ({ browser, accessToken }: ProvedFirstStep, userId = 'lim'): Promise<CallAnswer> =>
  browser.call('GET', `/mobileapp/qr?userId=${userId}&appName=`, {
    headers: bearer(accessToken),
  });

const pollSecondQr = ({ browser, secondToken }: ProvedFirstStep, qrId: string): Promise<CallAnswer> =>
  browser.call('GET', `/data/mobileapp/qr/check/${qrId}`, { headers: { Auth: `Bearer ${secondToken}` } });

test('a QR code of the second step is for its person only', async () => {
  const server = await testServer({ policies: [TWO_STEP_POLICY] });
  const lim = await proveFirstStep(server.browser(), 'lim');
  const declinedId = String((await createSecondQr(lim)).json['qrId']);
  expect(outcomeOf(await pollSecondQr(lim, declinedId))).toEqual([200, 'X', null]);
  expect(statusAndErrCode(await approve(server, declinedId, 'lee'))).toEqual([400, '010_2']);
  expect(outcomeOf(await pollSecondQr(lim, declinedId))).toEqual([200, 'O', '010_2']);

  const qrId = String((await createSecondQr(lim)).json['qrId']);
  await approve(server, qrId);
  expect(outcomeOf(await pollSecondQr(lim, qrId))).toEqual([200, 'A', 'lim']);
  expect((await sendSecondStep(lim, '11', qrId, { check: 'A' })).status).toBe(200);
});
