import { beforeEach, describe, expect, test, vi } from 'vitest';
import { statusAndErrCode } from '#tests/server/methods/steps.ts';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import {
  answerQuestion,
  GIL,
  openLink,
  savePassword,
  sendPasswordLink,
  tokenByAnswer,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { phoneOf, requestPush } from '#tests/support/server/push.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { proveFirstStep, sendFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { authenticate, checkPolicy, signIn } from '#tests/support/server/steps.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

const disable = (userId: string) => accountAdminOf(server).change(userId, { status: 'disabled' });

const adminEvents = () => server.audited.filter(({ event }) => event === 'administration');

const REQUEST = {
  clientId: 'demo-oidc',
  wantsFreshLogin: false,
  maxAgeSeconds: null,
  startedAt: Number.MAX_SAFE_INTEGER,
  wantsTwoSteps: false,
};

describe('a disabled account', () => {
  test('is signed out everywhere, and every engine is notified', async () => {
    const [home, work] = [server.browser(), server.browser()];
    for (const browser of [home, work]) await signIn(browser, 'kim');
    await disable('kim');
    for (const { cookieHeader } of [home, work]) {
      expect(await server.portal.logins.signedInUser(cookieHeader)).toBeNull();
      expect(await server.portal.logins.satisfyingLogin(cookieHeader, REQUEST)).toBeNull();
    }
    expect(server.engine.signedOutUsers).toEqual(['kim']);
    expect(await server.portal.logins.claims('kim', 'demo-oidc')).toBeNull();
  });

  test('gets 002, and can sign in again when enabled', async () => {
    await disable('kim');
    expect(statusAndErrCode(await signIn(server.browser(), 'kim'))).toEqual([400, '002']);
    await accountAdminOf(server).change('kim', { status: 'active' });
    expect((await signIn(server.browser(), 'kim')).status).toBe(200);
    expect(adminEvents()).toMatchObject([
      { action: 'disable', account: 'kim', operator: 'park' },
      { action: 'enable', account: 'kim', operator: 'park' },
    ]);
  });

  test('gets 002_3 when it is blocked instead', async () => {
    await accountAdminOf(server).change('kim', { status: 'blocked' });
    expect((await signIn(server.browser(), 'kim')).json['errCode']).toBe('002_3');
  });

  test('is not revealed without the correct password', async () => {
    const before = await checkPolicy(server.browser(), 'kim');
    await disable('kim');
    const after = await checkPolicy(server.browser(), 'kim');
    expect(after.json).toEqual(before.json);
    expect((await signIn(server.browser(), 'kim', { secret: 'wrong' })).json['errCode']).toBe('001');
  });
});

describe('an account that is disabled in the middle', () => {
  test('of the first step gets 002 after the correct password', async () => {
    const kim = server.browser();
    const { json } = await checkPolicy(kim, 'kim');
    await disable('kim');
    const refusal = await authenticate(kim, 'kim', { policyId: String(json['policyId']) });
    expect(refusal.json['errCode']).toBe('002');
  });

  test('of a login, after its proof, is not signed in', async () => {
    const { passwords } = server.portal;
    const passwordOf = passwords.find;
    let reads = 0;
    vi.spyOn(passwords, 'find').mockImplementation(async (userId) => {
      reads += 1;
      // The first read is for the proof, the second checks whether the password has to be changed.
      if (reads === 2) await disable('kim');
      return passwordOf(userId);
    });
    const kim = server.browser();
    const refusal = await signIn(kim, 'kim');
    expect([reads, refusal.json['errCode']]).toEqual([2, '002']);
    expect(await server.portal.logins.signedInUser(kim.cookieHeader)).toBeNull();
  });

  test('of the second step has to start again, and then gets 002', async () => {
    const park = await proveFirstStep(server.browser(), 'park');
    await disable('park');
    expect((await sendSecondStep(park, '1', '123456')).status).toBe(401);
    const newBrowser = server.browser();
    await checkPolicy(newBrowser, 'park');
    const refusal = await sendFirstStep(newBrowser, 'park');
    expect(statusAndErrCode(refusal)).toEqual([400, '002']);
    expect(refusal.json).not.toHaveProperty('secondToken');
  });

  test('of a change of an expired password changes nothing', async () => {
    const seo = server.browser();
    const token = String((await signIn(seo, 'seo')).json['accessToken']);
    await disable('seo');
    expect((await savePassword(seo, 'PUT', 'seo', token)).status).toBe(401);
  });

  test('of a forgotten password changes nothing, and answers no question', async () => {
    const gil = server.browser();
    const token = await tokenByAnswer(gil);
    await disable('gil');
    expect((await savePassword(gil, 'PUT', 'gil', token, VALID_PASSWORD)).status).toBe(401);
    const other = server.browser();
    await checkPolicy(other, 'gil');
    expect((await answerQuestion(other, 'gil', GIL.answer)).json['errCode']).toBe('answerWrong');
  });

  test('of a password link finds the link ended, also when enabled again', async () => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    await disable('gil');
    expect((await openLink(server.browser(), 'gil', ak)).json).toMatchObject({ error_code: '002' });
    await accountAdminOf(server).change('gil', { status: 'active' });
    expect((await openLink(server.browser(), 'gil', ak)).json).toMatchObject({ error_code: '002' });
  });

  test('of a registration registers nothing', async () => {
    const noh = await openRegistration(server, 'noh');
    await disable('noh');
    const refusal = await noh.call('POST', '/start', {
      body: { username: 'noh', keyname: 'phone', tenantId: 'demo-oidc' },
    });
    expect(refusal.status).toBe(401);
  });

  test('of a push can neither approve it nor list pushes', async () => {
    const lim = server.browser();
    await checkPolicy(lim, 'lim');
    const pushId = String((await requestPush(lim, 'lim')).json['pushId']);
    const phone = phoneOf(server, 'lim');
    const [push] = await phone.pushes();
    await disable('lim');
    expect(statusAndErrCode(await phone.approve(push?.id ?? '', pushId.slice(0, 4)))).toEqual([400, '002']);
    expect((await phone.list()).json['errCode']).toBe('002');
  });

  test('of an app link finds the link used, also when enabled again', async () => {
    const ak = await server.portal.provisionLinks.issue('noh');
    await disable('noh');
    await accountAdminOf(server).change('noh', { status: 'active' });
    expect((await server.portal.provisionLinks.find(ak)).state).toBe('used');
  });
});

test('after two concurrent changes of a status the account has one of them, and both are audited', async () => {
  await Promise.all([
    accountAdminOf(server, 'one').change('kim', { status: 'disabled' }),
    accountAdminOf(server, 'other').change('kim', { status: 'blocked' }),
  ]);
  expect(['disabled', 'blocked']).toContain((await server.portal.accounts.find('kim'))?.status);
  expect(adminEvents().map(({ operator }) => operator)).toEqual(expect.arrayContaining(['one', 'other']));
  expect((await signIn(server.browser(), 'kim')).json['errCode']).toMatch(/^002/);
});
