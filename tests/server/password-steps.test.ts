import { describe, expect } from 'vitest';
import type { Browser, Called } from '#tests/support/server/browser.ts';
import {
  finishIdentityCheck,
  identityToken,
  reLogin,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  askLevel,
  checkInUse,
  endLink,
  GIL,
  linkFor,
  openLink,
  saveAnswer,
  savePassword,
  tokenByAnswer,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { halfway } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, send, sendWith, verdictOf } from './methods/steps.ts';

const MINUTE = 60_000;
const BONG = 'bong@hanbit.example';

/** A browser with a token, and the person whose password it changes. */
type Held = { readonly browser: Browser; readonly userId: string; readonly token: string };
type Holding = (server: TestServer) => Promise<Held>;

const gil = (browser: Browser, token: string): Held => ({ browser, userId: 'gil', token });

/** Every token and state that does not allow a change of the password. */
const UNEARNED: Readonly<Record<string, Holding>> = {
  'no token': async (server) => gil((await enter(server, 'gil')).browser, ''),
  'an invented token': async (server) => gil((await enter(server, 'gil')).browser, 'invented'),
  'the token that sends for a sign-in': async (server) => {
    const { browser } = await enter(server, 'gil');
    return gil(browser, tokenOf(await requestAccessToken(browser, 'gil')));
  },
  'the token of a second step': async (server) => {
    const { browser, secondToken } = await halfway(server.browser(), 'park');
    return { browser, userId: 'park', token: secondToken };
  },
  'a verified contact without the check': async (server) => {
    const { browser } = await enter(server, 'gil');
    return gil(browser, await identityToken(browser, 'gil', GIL.mail, { type: 'inmail' }));
  },
  're-authentication by password': async (server) => {
    const { browser, policyId } = await enter(server, 'gil');
    return gil(browser, tokenOf(await reLogin(browser, 'gil', policyId)));
  },
  'the check that registers factors': async (server) => {
    const person = await enter(server, 'gil');
    const token = tokenOf(await reLogin(person.browser, 'gil', person.policyId));
    await sendWith(person, 'inmail', token);
    const passed = await finishIdentityCheck(
      person.browser,
      'gil',
      token,
      '2',
      codeIn(server, 'gil', 'inmail'),
    );
    expect(passed.status).toBe(200);
    return gil(person.browser, token);
  },
  'a proof of another browser': async (server) => {
    const token = await tokenByAnswer(server.browser());
    return gil((await enter(server, 'gil')).browser, token);
  },
  'a proof of another person': async (server) => {
    const browser = server.browser();
    return { browser, userId: 'kim', token: await tokenByAnswer(browser) };
  },
  'a proof from before another ID': async (server) => {
    const browser = server.browser();
    const token = await tokenByAnswer(browser);
    await checkPolicy(browser, 'kim');
    return gil(browser, token);
  },
  'a proof of ten minutes ago': async (server) => {
    const browser = server.browser();
    const token = await tokenByAnswer(browser);
    server.wait(10 * MINUTE);
    return gil(browser, token);
  },
  'a proof from before the sign-out': async (server) => {
    const browser = server.browser();
    const token = await tokenByAnswer(browser);
    await browser.visit('/logout');
    return gil(browser, token);
  },
  'a proof in a session whose id was retired': async (server) => {
    const browser = server.browser();
    await checkPolicy(browser, 'gil');
    const old = browser.clone();
    const token = tokenOf(await answerQuestion(browser, 'gil', GIL.answer));
    return gil(old, token);
  },
  'an answer at a service that wants the identity check': async (server) => {
    const browser = server.browser();
    await checkPolicy(browser, 'gil', 'demo-board');
    return gil(browser, tokenOf(await answerQuestion(browser, 'gil', GIL.answer, 'demo-board')));
  },
  'a link alone': async (server) => {
    const browser = server.browser();
    await openLink(browser, 'bong', await linkFor(server, 'bong', 'create'));
    return { browser, userId: 'bong', token: '' };
  },
  'an identity without the link that makes a password': async (server) => {
    const { browser } = await enter(server, 'bong');
    return { browser, userId: 'bong', token: await tokenByMail(server, browser, 'bong', BONG) };
  },
  'a sign-in': async (server) => {
    const browser = server.browser();
    const { json } = await signIn(browser, 'gil');
    return gil(browser, String(json['accessToken'] ?? ''));
  },
};

const PASSWORD_CALLS: Readonly<Record<string, (held: Held) => Promise<Called>>> = {
  'GET /pw/level': ({ browser, token }) => askLevel(browser, token),
  'POST /pw/in-use': ({ browser, userId, token }) => checkInUse(browser, userId, token, VALID_PASSWORD),
  'PUT /pw': ({ browser, userId, token }) => savePassword(browser, 'PUT', userId, token),
  'POST /pw': ({ browser, userId, token }) => savePassword(browser, 'POST', userId, token),
  'POST /pw/answer': ({ browser, userId, token }) => saveAnswer(browser, userId, token),
  'POST /pw/init': ({ browser, userId, token }) => endLink(browser, userId, token, 'none'),
};

describe.each(Object.entries(UNEARNED))('%s', (name, hold) => {
  test('opens no password call', async ({ server }) => {
    const held = await hold(server);
    const before = (await server.portal.passwords.find(held.userId))?.hash;
    const heard: Record<string, unknown> = {};
    for (const [call, make] of Object.entries(PASSWORD_CALLS)) heard[call] = verdictOf(await make(held));
    // The level is returned for the owner of the token; the call names no person.
    const isNamed = name !== 'a proof of another person';
    const refused = Object.keys(PASSWORD_CALLS).filter((call) => isNamed || call !== 'GET /pw/level');
    expect(refused.map((call) => heard[call])).toEqual(refused.map(() => 'notAuthorized'));
    expect((await server.portal.passwords.find(held.userId))?.hash).toBe(before);
    expect(server.audited.filter(({ event }) => event === 'password.changed')).toEqual([]);
  });
});

describe('each step needs the one before it', () => {
  const questions = (browser: Browser, userId = '', clientId = CLIENT_ID) =>
    browser.call('GET', `/data/sso/password/questions${userId && `/${userId}`}?clientId=${clientId}`);
  const account = (browser: Browser, userId: string, clientId = CLIENT_ID) =>
    browser.call('GET', `/data/sso/accounts/${userId}/account-info?clientId=${clientId}`);

  test.for<[string, (server: TestServer) => Promise<Called>, unknown]>([
    [
      'a verification before the ID',
      ({ browser }) => verifyPerson(browser(), 'gil', GIL.mail),
      'notAuthorized',
    ],
    ['a token before anything', ({ browser }) => requestAccessToken(browser(), 'gil'), 'notAuthorized'],
    ['the account before the ID', ({ browser }) => account(browser(), 'gil'), 'notFound'],
    ['the question before the ID', ({ browser }) => questions(browser(), 'gil'), 'notAuthorized'],
    ['the questions before a link', ({ browser }) => questions(browser()), 'notAuthorized'],
    [
      'an answer before the ID',
      ({ browser }) => answerQuestion(browser(), 'gil', GIL.answer),
      'notAuthorized',
    ],
    [
      'the check before the verification',
      async (server) => {
        const person = await enter(server, 'gil');
        const token = tokenOf(await requestAccessToken(person.browser, 'gil'));
        return finishIdentityCheck(person.browser, 'gil', token, '2', '000000');
      },
      'notAuthorized',
    ],
    [
      'a code of the check before the verification',
      async (server) => sendWith(await enter(server, 'gil'), 'inmail', 'none'),
      'notAuthorized',
    ],
    [
      'the check by a code that was never sent',
      async (server) => {
        const { browser } = await enter(server, 'gil');
        const token = await identityToken(browser, 'gil', GIL.mail, { type: 'inmail' });
        return finishIdentityCheck(browser, 'gil', token, '2', '000000');
      },
      '005_7',
    ],
    [
      'the check by the code of a sign-in',
      async (server) => {
        const person = await enter(server, 'lee');
        await send(person, 'sms');
        server.wait(MINUTE + 1);
        const token = await identityToken(person.browser, 'lee', '010-3456-7890');
        return finishIdentityCheck(person.browser, 'lee', token, '1', codeIn(server, 'lee', 'sms'));
      },
      '005_7',
    ],
    [
      'the questions to choose from by a link that changes',
      async (server) => {
        const browser = server.browser();
        await openLink(browser, 'gil', await linkFor(server, 'gil', 'change'));
        return questions(browser);
      },
      'notAuthorized',
    ],
    [
      'a verification at another service',
      async (server) => verifyPerson((await enter(server, 'gil')).browser, 'gil', GIL.mail, {}, 'demo-board'),
      'notAuthorized',
    ],
    [
      'an answer at another service',
      async (server) =>
        answerQuestion((await enter(server, 'gil')).browser, 'gil', GIL.answer, 'demo-library'),
      'notAuthorized',
    ],
    [
      'a token at another service',
      async (server) => requestAccessToken((await enter(server, 'gil')).browser, 'gil', 'demo-board'),
      'notAuthorized',
    ],
    [
      'the account at another service',
      async (server) => account((await enter(server, 'gil')).browser, 'gil', 'demo-board'),
      'notFound',
    ],
    [
      'somebody else’s question',
      async (server) => questions((await enter(server, 'gil')).browser, 'kim'),
      'notAuthorized',
    ],
    [
      'the question where a check is wanted',
      async (server) => {
        const browser = server.browser();
        await checkPolicy(browser, 'gil', 'demo-board');
        return questions(browser, 'gil', 'demo-board');
      },
      'notAuthorized',
    ],
    [
      'the question of an external account',
      async (server) => questions((await enter(server, 'seok')).browser, 'seok'),
      'notAuthorized',
    ],
    [
      'the question of somebody without a password',
      async (server) => questions((await enter(server, 'bong')).browser, 'bong'),
      'notAuthorized',
    ],
  ])('%s is refused', async ([, call, verdict]) => {
    expect(verdictOf(await call(await testServer()))).toBe(verdict);
  });
});

describe('the end of a link', () => {
  test('needs a save by the same person with the same ak', async ({ server }) => {
    const ak = await linkFor(server, 'bong', 'create');
    const browser = server.browser();
    await openLink(browser, 'bong', ak);
    const token = await tokenByMail(server, browser, 'bong', BONG);
    expect(verdictOf(await saveAnswer(browser, 'bong', token))).toBe('notAuthorized');
    expect(verdictOf(await endLink(browser, 'bong', token, ak))).toBe('notAuthorized');
    await savePassword(browser, 'POST', 'bong', token);
    const other = server.browser();
    expect(verdictOf(await saveAnswer(other, 'bong', token))).toBe('notAuthorized');
    expect(verdictOf(await saveAnswer(browser, 'kim', token))).toBe('notAuthorized');
    expect(verdictOf(await saveAnswer(browser, 'bong', token, { questionId: 'invented' }))).toBe(
      'answerRefused',
    );
    expect(verdictOf(await saveAnswer(browser, 'bong', token, { answer: ' x ' }))).toBe('answerRefused');
    expect(verdictOf(await endLink(browser, 'kim', token, ak))).toBe('notAuthorized');
    expect(verdictOf(await endLink(browser, 'bong', token, 'another'))).toBe('linkUsed');
    expect((await saveAnswer(browser, 'bong', token)).status).toBe(200);
    server.wait(10 * MINUTE);
    expect(verdictOf(await endLink(browser, 'bong', token, ak))).toBe('notAuthorized');
  });
});
