import { describe, expect } from 'vitest';
import { accountAdminOf } from '#tests/support/server/account-admin.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  endLink,
  GIL,
  openLink,
  saveAnswer,
  savePassword,
  sendPasswordLink,
  tokenByAnswer,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const MINUTE = 60_000;
const MAIL_OF_BONG = 'bong@hanbit.example';

describe('a password link', () => {
  test('creates a password after the identity check, and the person signs in', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'bong', 'create');
    expect(Buffer.from(ak, 'base64url')).toHaveLength(16);
    const browser = server.browser();
    expect((await openLink(browser, 'bong', ak)).json).toEqual({
      status: 200,
      redirectUrl: 'http://localhost:8081/service/login',
      ak_type: 'create',
    });
    const questions = await browser.call('GET', `/data/sso/password/questions?clientId=${CLIENT_ID}`);
    expect(questions.json['data']).toHaveLength(6);
    const token = await tokenByMail(server, browser, 'bong', MAIL_OF_BONG);
    expect((await savePassword(browser, 'PUT', 'bong', token)).status).toBe(401);
    expect((await savePassword(browser, 'POST', 'bong', token)).status).toBe(200);
    expect(server.outbox.list({ userId: 'bong' }).at(-1)?.subject).toContain(
      '비밀번호를 만들었어요 / Your password was created',
    );
    expect((await saveAnswer(browser, 'bong', token)).status).toBe(200);
    expect((await saveAnswer(browser, 'bong', token)).status).toBe(200);
    expect((await endLink(browser, 'bong', token, ak)).status).toBe(200);
    expect((await endLink(browser, 'bong', token, ak)).status).toBe(200);
    expect((await saveAnswer(browser, 'bong', token)).status).toBe(401);
    expect((await signIn(server.browser(), 'bong', { secret: VALID_PASSWORD })).status).toBe(200);
    expect((await tokenByAnswer(server.browser(), 'bong', '어린 왕자')).length).toBe(43);
    expect((await openLink(server.browser(), 'bong', ak)).json).toMatchObject({
      status: 400,
      error_code: '002',
    });
  });

  test('renews the session id and ends proofs for another ID', async ({ server, browser }) => {
    const token = await tokenByAnswer(browser, 'gil');
    const before = browser.cookieHeader;
    await openLink(browser, 'bong', await sendPasswordLink(server, 'bong', 'create'));
    expect(browser.cookieHeader).not.toBe(before);
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(401);
  });

  test('to create a password refuses an identity check that the setting excludes', async () => {
    const server = await testServer({ passwordSecurity: { internalMail: false } });
    const browser = server.browser();
    await openLink(browser, 'bong', await sendPasswordLink(server, 'bong', 'create'));
    const token = await tokenByMail(server, browser, 'bong', MAIL_OF_BONG);
    expect((await savePassword(browser, 'POST', 'bong', token)).status).toBe(401);
  });

  test('to change a password also accepts an answer', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const browser = server.browser();
    await openLink(browser, 'gil', ak);
    const token = tokenOf(await answerQuestion(browser, 'gil', GIL.answer));
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
    expect((await endLink(browser, 'gil', token, 'another')).status).toBe(400);
    expect((await endLink(browser, 'gil', token, ak)).status).toBe(200);
  });

  test('is mailed in both languages, in separate paragraphs', async ({ server }) => {
    for (const [kind, userId] of [
      ['create', 'bong'],
      ['change', 'gil'],
    ] as const) {
      await sendPasswordLink(server, userId, kind);
      const text = server.outbox.list({ userId }).at(-1)?.text ?? '';
      expect(text.match(/\(Asia\/Seoul\)/g)).toHaveLength(2);
      expect(text.split('\n\n')[1]).not.toMatch(/\p{Script=Hangul}/u);
    }
  });

  test('does not open for a disabled account', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'gil'").run();
    expect((await openLink(server.browser(), 'gil', ak)).json['error_code']).toBe('003');
  });

  test('saves nothing when the account is disabled after the identity check', async ({ server, browser }) => {
    await openLink(browser, 'bong', await sendPasswordLink(server, 'bong', 'create'));
    const token = await tokenByMail(server, browser, 'bong', MAIL_OF_BONG);
    await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'bong'").run();
    expect((await savePassword(browser, 'POST', 'bong', token)).status).toBe(401);
  });

  test('is refused for another person or service, when it is unknown or expired, and after ten refusals', async () => {
    const server = await testServer();
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const errorCodeOf = async (userId: string, linkAk: string, clientId = CLIENT_ID) =>
      (await openLink(server.browser(), userId, linkAk, clientId)).json['error_code'];
    expect([
      await errorCodeOf('kim', ak),
      await errorCodeOf('gil', ak, 'demo-saml'),
      await errorCodeOf('nobody', ak),
      await errorCodeOf('gil', 'x'),
    ]).toEqual(['003', '003', '003', '003']);
    expect((await openLink(server.browser(), 'gil', ak)).status).toBe(200);
    for (let wrong = 3; wrong < 10; wrong += 1) await errorCodeOf('kim', ak);
    expect((await openLink(server.browser(), 'gil', ak)).json).toMatchObject({
      error_code: '002',
      errCode: 'linkClosed',
    });
    const nextAk = await sendPasswordLink(server, 'gil', 'change');
    server.wait(24 * 60 * MINUTE);
    expect(await errorCodeOf('gil', nextAk)).toBe('001');
  });

  test('is ended by a newer one and by any change of the password', async ({ server }) => {
    const first = await sendPasswordLink(server, 'gil', 'change');
    const second = await sendPasswordLink(server, 'gil', 'change');
    expect((await openLink(server.browser(), 'gil', first)).json['error_code']).toBe('002');
    const browser = server.browser();
    await savePassword(browser, 'PUT', 'gil', await tokenByAnswer(browser));
    expect((await openLink(server.browser(), 'gil', second)).json['error_code']).toBe('002');
  });

  test('that ends while the password is chosen saves nothing, and the answer names the reason', async () => {
    const waysToEnd = [
      ['urlExpired', (server: TestServer) => server.wait(5 * MINUTE)],
      ['linkUsed', (server: TestServer) => sendPasswordLink(server, 'gil', 'change')],
      [
        'linkClosed',
        async (server: TestServer, ak: string) => {
          for (let wrong = 0; wrong < 10; wrong += 1) await openLink(server.browser(), 'kim', ak);
        },
      ],
    ] as const;
    for (const [errCode, end] of waysToEnd) {
      const server = await testServer();
      const ak = await sendPasswordLink(server, 'gil', 'change');
      server.wait(24 * 60 * MINUTE - 4 * MINUTE);
      const browser = server.browser();
      await openLink(browser, 'gil', ak);
      const token = tokenOf(await answerQuestion(browser, 'gil', GIL.answer));
      await end(server, ak);
      expect((await savePassword(browser, 'PUT', 'gil', token)).json).toMatchObject({ errCode });
      expect(await server.portal.passwordChanges.findHistory('gil', 10)).toHaveLength(0);
    }
  });

  test('used in two tabs saves once', async ({ server }) => {
    const ak = await sendPasswordLink(server, 'gil', 'change');
    const openTab = async () => {
      const browser = server.browser();
      await openLink(browser, 'gil', ak);
      return { browser, token: tokenOf(await answerQuestion(browser, 'gil', GIL.answer)) };
    };
    const [one, other] = [await openTab(), await openTab()];
    const answers = await Promise.all([
      savePassword(one.browser, 'PUT', 'gil', one.token),
      savePassword(other.browser, 'PUT', 'gil', other.token, 'Another!9x-one'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('goes to the private mail of a person without an internal one', async ({ server }) => {
    await accountAdminOf(server).add({
      userId: 'outside',
      changes: { nameKo: '바깥', nameEn: 'Outside', privateMail: 'outside@home.example' },
    });
    await sendPasswordLink(server, 'outside', 'create');
    expect(server.outbox.list({ userId: 'outside', channel: 'exmail' })).toHaveLength(1);
  });

  test('is sent at most five times an hour, and only to accounts that can use it', async ({ server }) => {
    for (let sent = 0; sent < 5; sent += 1) await sendPasswordLink(server, 'gil', 'change');
    await expect(sendPasswordLink(server, 'gil', 'change')).rejects.toThrow('tooMany');
    await expect(sendPasswordLink(server, 'seok', 'change')).rejects.toThrow('notLocal');
    await expect(sendPasswordLink(server, 'gil', 'create')).rejects.toThrow('nothingMissing');
    await expect(sendPasswordLink(server, 'bong', 'change')).rejects.toThrow('noPassword');
    await expect(sendPasswordLink(server, 'jung', 'change')).rejects.toThrow('disabled');
    await expect(sendPasswordLink(server, 'yoon', 'change')).rejects.toThrow('printed');
  });
});
