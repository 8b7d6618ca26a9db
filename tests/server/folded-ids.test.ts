import { describe, expect } from 'vitest';
import {
  finishIdentityCheck,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, logIn, send, sendWith } from './methods/steps.ts';

test.each(['KIM', 'Kim', 'ｋｉｍ', ' kim '])('%j is answered with the ID kim', async (typed) => {
  const { browser } = await testServer();
  const { status, json } = await checkPolicy(browser(), typed);
  expect([status, json['userId']]).toEqual([200, 'kim']);
});

test('a sign-in succeeds with the ID of the answer', async ({ browser: kim }) => {
  const { json } = await checkPolicy(kim, 'KIM');
  expect((await signIn(kim, String(json['userId']))).status).toBe(200);
});

describe('every call finds the account by a differently written ID', () => {
  test('a login by password', async ({ browser }) => {
    expect((await signIn(browser, 'ＫＩＭ')).status).toBe(200);
  });

  test('a sent code', async ({ server }) => {
    const lee = await enter(server, 'Lee');
    expect((await send({ ...lee, userId: 'LEE' }, 'sms')).json['result']).toBe(true);
    expect((await logIn(lee, '1', codeIn(server, 'lee', 'sms'))).status).toBe(200);
  });

  test('an identity check without a password, in path and body', async ({ server }) => {
    const kim = await enter(server, 'KIM');
    expect((await verifyPerson(kim.browser, 'Kim', '010-2345-6789')).status).toBe(200);
    const token = tokenOf(await requestAccessToken(kim.browser, 'kIM'));
    expect((await sendWith(kim, 'sms', token)).json['result']).toBe(true);
    const code = codeIn(server, 'kim', 'sms');
    expect((await finishIdentityCheck(kim.browser, 'kiM', token, '1', code)).status).toBe(200);
  });

  test('wrong passwords are counted together', async ({ server }) => {
    for (const typed of ['kim', 'KIM', 'Kim', 'ｋｉｍ', 'kiM']) {
      await logIn(await enter(server, typed), '-1', 'wrong');
    }
    const kim = await enter(server, 'kim');
    expect(errCodeOrStatus(await logIn(kim, '-1', 'Munjigi!2026'))).toBe('001_1');
  });
});

test('with exactIds, IDs are compared exactly', async () => {
  const { browser } = await testServer({ exactIds: true });
  expect((await checkPolicy(browser(), 'KIM')).status).toBe(404);
  const kim = browser();
  expect((await checkPolicy(kim, 'kim')).status).toBe(200);
  expect((await requestAccessToken(kim, 'KIM')).status).toBe(401);
});
