import { expect, vi } from 'vitest';
import { hashPassword } from '#server/login/password/hash.ts';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { sweep } from '#server/storage/sweep.ts';
import { type Browser, hasValidChallenge } from '#tests/support/server/browser.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import { GIL, savePassword } from '#tests/support/server/passwords.ts';
import { CHEAP_HASHING, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, fetchPolicyId, firstStep } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';

const KEY = 'a-request-of-the-person';

const setUp = async () => {
  const server = await testServer();
  const kim = server.browser();
  await kim.visit('/login');
  const policyId = await fetchPolicyId(kim, 'kim');
  const sendLogin = (browser: Browser, secret?: string, key = KEY) =>
    browser.call('POST', '/authenticate', {
      body: { userId: 'kim', userPassword: firstStep({ policyId, ...(secret && { secret }) }) },
      headers: { 'Idempotency-Key': key },
    });
  return { ...server, kim, policyId, sendLogin };
};

const test = testWithSetup(setUp);

test('a repeated login gets the same answer when the first answer was lost', async () => {
  const { kim, sendLogin } = await setUp();
  const lostAnswer = await sendLogin(kim.clone());
  const repetition = await sendLogin(kim);
  expect(lostAnswer.json).toMatchObject({ status: 200 });
  expect([repetition.status, repetition.json]).toEqual([lostAnswer.status, lostAnswer.json]);
});

test("the repeated answer sets the new session ID again, sealed with the page's key", async () => {
  const { kim, sendLogin, portal, clock } = await setUp();
  const key = (await portal.sessions.open(kim.cookieHeader))?.challengeKey ?? '';
  await sendLogin(kim.clone());
  clock.now += 30_000;
  const repetition = await sendLogin(kim);
  const session = await portal.sessions.open(kim.cookieHeader);
  expect(session && (await portal.sessions.findLogin(session))?.userId).toBe('kim');
  expect(hasValidChallenge(repetition, key)).toBe(true);
});

test('a repetition with the new session ID gets the same answer and no cookie', async ({
  setup: { kim, sendLogin },
}) => {
  const first = await sendLogin(kim);
  const repetition = await sendLogin(kim);
  expect([first.headers.getSetCookie().length, repetition.headers.getSetCookie()]).toEqual([2, []]);
  expect(repetition.json).toEqual(first.json);
});

test('a repeated answer to the security question gets the token and the renewed session ID again', async ({
  browser: gil,
}) => {
  await checkPolicy(gil, 'gil');
  const sendAnswer = (from: Browser) =>
    from.call('POST', '/data/sso/password/answer/verification', {
      body: { userId: 'gil', clientId: CLIENT_ID, answer: GIL.answer },
      headers: { 'Idempotency-Key': KEY },
    });
  await sendAnswer(gil.clone());
  const token = tokenOf(await sendAnswer(gil));
  expect((await savePassword(gil, 'PUT', 'gil', token)).status).toBe(200);
});

test('after a minute the outcome is deleted and the former session ID is invalid', async () => {
  const { kim, sendLogin, clock } = await setUp();
  await sendLogin(kim.clone());
  clock.now += 60_001;
  expect((await sendLogin(kim)).status).toBe(401);
});

test('a repeated wrong password is counted once, and one with another key again', async ({
  setup: { kim, sendLogin },
}) => {
  const sendWrong = (key: string) => sendLogin(kim, 'wrong', key);
  const answers = [await sendWrong(KEY), await sendWrong(KEY), await sendWrong('another-request-of-kim')];
  expect(answers.map(({ json }) => json['failCount'])).toEqual([1, 1, 2]);
});

test('two concurrent requests with one key are executed once', async ({ setup: { kim, sendLogin } }) => {
  const both = await Promise.all([sendLogin(kim, 'wrong'), sendLogin(kim.clone(), 'wrong')]);
  expect(both.map(({ json }) => json['failCount'])).toEqual([1, 1]);
});

test('another body or address with the same key is refused', async ({ setup: { kim, sendLogin } }) => {
  await sendLogin(kim, 'wrong');
  expect((await sendLogin(kim, 'other')).status).toBe(422);
  const otherCall = await kim.call('POST', '/auth/policy/check', {
    body: { userId: 'kim', clientId: CLIENT_ID },
    headers: { 'Idempotency-Key': KEY },
  });
  expect(otherCall.json).toMatchObject({ status: 422, errCode: 'otherSubmission' });
});

test('the key is not valid in another browser', async ({ setup: { kim, sendLogin, browser } }) => {
  await sendLogin(kim);
  const other = browser();
  await other.visit('/login');
  expect((await sendLogin(other)).status).toBe(401);
});

test('a malformed key is refused', async ({ setup: { kim, sendLogin } }) => {
  expect((await sendLogin(kim, undefined, 'short')).status).toBe(400);
});

test('a request that ended in a server error is executed again', async () => {
  const { kim, sendLogin, portal } = await setUp();
  const { recordLogin } = portal.sessions;
  const failWrite = () => {
    throw new Error('the disk is full');
  };
  Object.assign(portal.sessions, { recordLogin: failWrite });
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
  expect((await sendLogin(kim)).status).toBe(500);
  Object.assign(portal.sessions, { recordLogin });
  expect((await sendLogin(kim)).status).toBe(200);
});

test('a login whose idempotency record expires while it waits for hashing signs nobody in, and can be repeated', async () => {
  const { kim, sendLogin, portal, clock, db } = await setUp();
  const { find } = portal.passwords;
  vi.spyOn(portal.passwords, 'find').mockImplementationOnce(async (userId) => {
    clock.now += 60_001;
    await sweep(db, LIFETIMES, clock.now);
    return find(userId);
  });
  const lateAnswer = await sendLogin(kim);
  expect([lateAnswer.status, lateAnswer.headers.get('retry-after')]).toEqual([503, '5']);
  const session = await portal.sessions.open(kim.cookieHeader);
  expect(session && (await portal.sessions.findLogin(session))).toBeNull();
  expect((await sendLogin(kim)).status).toBe(200);
});

test('a temporary code that was used before a server error is valid for the same request only', async ({
  portal,
  browser: lee,
}) => {
  const { emergencyCodes } = portal.devices;
  const hash = await hashPassword('RESCUE', CHEAP_HASHING);
  await emergencyCodes.issue('lee', { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
  const policyId = await fetchPolicyId(lee, 'lee');
  const logIn = (key: string) =>
    lee.call('POST', '/authenticate', {
      body: { userId: 'lee', userPassword: firstStep({ policyId, tokenCode: '0', secret: 'rescue' }) },
      headers: { 'Idempotency-Key': key },
    });
  vi.spyOn(portal.sessions, 'recordLogin').mockRejectedValueOnce(new Error('the disk is full'));
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
  expect((await logIn(KEY)).status).toBe(500);
  expect((await logIn('another-request-of-lee')).json).toMatchObject({ errCode: '004_1' });
  expect((await logIn(KEY)).status).toBe(200);
});
