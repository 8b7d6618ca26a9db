import { describe, expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  checkInUse,
  GIL,
  requestLevel,
  savePassword,
  tokenByAnswer,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { errCodeOrStatus, statusAndErrCode } from './methods/steps.ts';

const MINUTE = 60_000;

const fileWith = (passwordSecurity: object) => ({ passwordSecurity });

describe('a forgotten password', () => {
  test('is reset by an answer: the new one signs in, the old one does not', async ({ server, browser }) => {
    const token = await tokenByAnswer(browser, 'gil', ' 제주도 ');
    expect((await requestLevel(browser, token)).json).toEqual({ status: 200, level: 3 });
    expect((await checkInUse(browser, 'gil', token, SEED_PASSWORD)).status).toBe(200);
    expect((await checkInUse(browser, 'gil', token, VALID_PASSWORD)).status).toBe(204);
    expect((await savePassword(browser, 'PUT', 'gil', token)).json).toEqual({ status: 200 });
    expect(errCodeOrStatus(await signIn(server.browser(), 'gil'))).toBe('001');
    expect((await signIn(server.browser(), 'gil', { secret: VALID_PASSWORD })).status).toBe(200);
  });

  test('is reset by a mail code, and its owner is notified in both languages', async () => {
    const server = await testServer();
    const browser = server.browser();
    await checkPolicy(browser, 'gil');
    const token = await tokenByMail(server, browser, 'gil', GIL.mail);
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
    const notice = server.outbox.list({ userId: 'gil' }).at(-1);
    expect(notice?.to).toBe(GIL.mail);
    expect(notice?.text).toContain('비밀번호를 변경했어요');
    expect(notice?.text).toContain('Your password was changed');
    expect(notice?.text).not.toContain('http');
  });

  test.for([
    ['answer', 'selfAuth'],
    ['mail', 'QnA'],
  ] as const)('is not reset by %s when the setting is %s', async ([method, selfAuthMethodWhenPwChange]) => {
    const server = await testServer(fileWith({ selfAuthMethodWhenPwChange }));
    const browser = server.browser();
    await checkPolicy(browser, 'gil');
    const token =
      method === 'answer'
        ? tokenOf(await answerQuestion(browser, 'gil', GIL.answer))
        : await tokenByMail(server, browser, 'gil', GIL.mail);
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(401);
    expect((await signIn(server.browser(), 'gil')).status).toBe(200);
  });

  test.for([[{ provideAuthPortalPwChange: false }], [{ internalMail: false }]])(
    'is not reset with the setting %o',
    async ([setting = {}]) => {
      const server = await testServer(fileWith(setting));
      const browser = server.browser();
      await checkPolicy(browser, 'gil');
      const token = await tokenByMail(server, browser, 'gil', GIL.mail);
      expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(401);
    },
  );

  test('is reset only once with a token, and for its person alone', async () => {
    const browser = (await testServer()).browser();
    const token = await tokenByAnswer(browser);
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
    expect((await savePassword(browser, 'PUT', 'gil', token, 'Another!9x-one')).status).toBe(401);
    expect((await savePassword(browser, 'PUT', 'kim', token, SEED_PASSWORD)).status).toBe(401);
  });

  test('is saved once when the response was lost: the same request succeeds again and changes nothing', async () => {
    const server = await testServer();
    const browser = server.browser();
    const token = await tokenByAnswer(browser);
    await savePassword(browser, 'PUT', 'gil', token);
    const mailCount = server.outbox.list({ userId: 'gil' }).length;
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(200);
    expect(server.outbox.list({ userId: 'gil' })).toHaveLength(mailCount);
    server.wait(10 * MINUTE);
    expect((await savePassword(browser, 'PUT', 'gil', token)).status).toBe(401);
  });

  test('is saved once by two concurrent requests, and by no other browser afterwards', async ({ server }) => {
    const [one, two] = [server.browser(), server.browser()];
    const tokens = [await tokenByAnswer(one), await tokenByAnswer(two)] as const;
    const answers = await Promise.all([
      savePassword(one, 'PUT', 'gil', tokens[0]),
      savePassword(one, 'PUT', 'gil', tokens[0]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await server.portal.passwordChanges.findHistory('gil', 10)).toHaveLength(1);
    expect((await savePassword(two, 'PUT', 'gil', tokens[1], 'Another!9x-one')).status).toBe(401);
  });

  test('when reset, removes the lock of wrong passwords, but not one of an administrator', async () => {
    const server = await testServer({ accounts: [] });
    const browser = server.browser();
    for (let wrong = 0; wrong < 5; wrong += 1) await signIn(browser, 'gil', { secret: 'forgotten' });
    expect(errCodeOrStatus(await signIn(browser, 'gil'))).toBe('001_1');
    const token = await tokenByAnswer(browser);
    await savePassword(browser, 'PUT', 'gil', token);
    expect((await signIn(browser, 'gil', { secret: VALID_PASSWORD })).status).toBe(200);

    await server.portal.answers.set('choi', {
      questionId: 'trip',
      hash: String((await server.portal.answers.find('gil'))?.hash),
    });
    const choi = server.browser();
    expect((await savePassword(choi, 'PUT', 'choi', await tokenByAnswer(choi, 'choi'))).status).toBe(200);
    expect(errCodeOrStatus(await signIn(choi, 'choi', { secret: VALID_PASSWORD }))).toBe('001_1');
  });

  test('when reset, makes an earlier link that registers an app unusable', async ({ server }) => {
    const ak = await server.portal.provisionLinks.issue('gil');
    const browser = server.browser();
    await savePassword(browser, 'PUT', 'gil', await tokenByAnswer(browser));
    expect((await server.portal.provisionLinks.find(ak)).state).toBe('used');
  });

  test('when reset, ends every login of its owner, and no other', async ({ server }) => {
    const [here, there, kim] = [server.browser(), server.browser(), server.browser()];
    await signIn(here, 'gil');
    await signIn(there, 'gil');
    await signIn(kim, 'kim');
    const token = await tokenByAnswer(here);
    await savePassword(here, 'PUT', 'gil', token);
    const loginOf = ({ cookieHeader }: typeof here) => server.portal.logins.signedInUser(cookieHeader);
    expect([await loginOf(here), await loginOf(there), await loginOf(kim)]).toEqual([null, null, 'kim']);
    expect(server.engine.signedOutUsers).toEqual(['gil']);
  });
});

describe('a new password', () => {
  test.for([
    [1, 'abc', 'ruleViolation'],
    [1, 'abcd', 200],
    [2, 'abc12', 'ruleViolation'],
    [2, 'abc123', 200],
    [3, 'abcd1234', 'ruleViolation'],
    [3, 'abcd123!', 200],
    [3, 'abcd1234!', 'ruleViolation'],
    [3, 'Password1!', 'commonPassword'],
    [3, 'P@ssw0rd12!', 'commonPassword'],
    [3, 'qlalfqjsgh12!', 'commonPassword'],
    [3, 'qwer123!', 'commonPassword'],
    [1, 'password', 200],
    [3, `Aa1!${'x'.repeat(253)}`, 'ruleViolation'],
    [2, SEED_PASSWORD, 'sameAsCurrent'],
  ] as const)('at level %i: %s is answered with %s', async ([level, pw, outcome]) => {
    const server = await testServer(fileWith({ level }));
    const browser = server.browser();
    const token = await tokenByAnswer(browser);
    expect((await requestLevel(browser, token)).json['level']).toBe(level);
    expect(errCodeOrStatus(await savePassword(browser, 'PUT', 'gil', token, pw))).toBe(outcome);
  });

  test('that is the current or a recent one is refused, and another one is then saved', async () => {
    const server = await testServer(fileWith({ level: 1, passwordReuseLimit: 2 }));
    const browser = server.browser();
    for (const pw of ['first', 'second', 'third'])
      await savePassword(browser, 'PUT', 'gil', await tokenByAnswer(browser), pw);
    const token = await tokenByAnswer(browser);
    const save = async (pw: string) => errCodeOrStatus(await savePassword(browser, 'PUT', 'gil', token, pw));
    expect([
      await save('third'),
      await save('second'),
      await save('first'),
      await save(SEED_PASSWORD),
    ]).toEqual(['sameAsCurrent', 'error1203', 'error1203', 200]);
  });

  test('expires after the days of the setting', async () => {
    const server = await testServer(fileWith({ passwordDays: 30 }));
    // Past midnight in Seoul, and not yet in Greenwich.
    server.wait(13 * 60 * 60_000);
    const browser = server.browser();
    await savePassword(browser, 'PUT', 'gil', await tokenByAnswer(browser));
    expect((await server.portal.passwords.find('gil'))?.expiresOn).toBe('2026-12-21');
  });

  test('is compared with the current one at most ten times for a token', async ({ browser }) => {
    const token = await tokenByAnswer(browser);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => checkInUse(browser, 'gil', token, `guess-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(190);
  });
});

describe('the question of a person', () => {
  test('is read in both languages', async () => {
    const browser = (await testServer()).browser();
    await checkPolicy(browser, 'gil');
    const path = `/data/sso/password/questions/gil?clientId=${CLIENT_ID}`;
    expect((await browser.call('GET', path)).json).toMatchObject({
      questionId: 'trip',
      questionKo: expect.any(String),
      questionEn: expect.any(String),
    });
  });

  test('is answered with 404 when there is none', async () => {
    const browser = (await testServer()).browser();
    await checkPolicy(browser, 'kim');
    expect(
      statusAndErrCode(await browser.call('GET', `/data/sso/password/questions/kim?clientId=${CLIENT_ID}`)),
    ).toEqual([404, 'noQnA']);
  });

  test('has its count of wrong answers reset by a correct one', async () => {
    const browser = (await testServer()).browser();
    await checkPolicy(browser, 'gil');
    for (let time = 0; time < 2; time += 1) {
      for (let guess = 0; guess < 4; guess += 1) await answerQuestion(browser, 'gil', 'wrong');
      expect((await answerQuestion(browser, 'gil', GIL.answer)).status).toBe(200);
    }
  });

  test('can be answered wrongly five times, also by concurrent guesses', async ({ server, browser }) => {
    await checkPolicy(browser, 'gil');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => answerQuestion(browser, 'gil', `guess ${index}`)),
    );
    expect(answers.filter((answer) => errCodeOrStatus(answer) === 'answerWrong')).toHaveLength(5);
    server.wait(MINUTE);
    const refusal = await answerQuestion(browser, 'gil', GIL.answer);
    expect([errCodeOrStatus(refusal), refusal.headers.get('Retry-After')]).toEqual(['answerLocked', '1740']);
    server.wait(30 * MINUTE);
    await checkPolicy(browser, 'gil');
    expect((await answerQuestion(browser, 'gil', GIL.answer)).status).toBe(200);
  });
});
