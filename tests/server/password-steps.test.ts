import { expect } from 'vitest';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, identityToken, tokenOf } from '#tests/support/server/identity.ts';
import {
  answerQuestion,
  endLink,
  GIL,
  openLink,
  saveAnswer,
  savePassword,
  sendPasswordLink,
  tokenByMail,
} from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, send } from './methods/steps.ts';

const MINUTE = 60_000;
const MAIL_OF_BONG = 'bong@hanbit.example';

const questions = (browser: Browser, userId: string, clientId = CLIENT_ID) =>
  browser.call('GET', `/data/sso/password/questions/${userId}?clientId=${clientId}`);

/** Saves a password after an identity check alone, without the link. */
async function saveWithoutLink(server: TestServer, method: 'PUT' | 'POST') {
  const { browser } = await enter(server, 'bong');
  return savePassword(browser, method, 'bong', await tokenByMail(server, browser, 'bong', MAIL_OF_BONG));
}

test.for<[string, (server: TestServer) => Promise<CallAnswer>, unknown]>([
  ['a first password without a link', (server) => saveWithoutLink(server, 'POST'), 'notAuthorized'],
  ['a changed password of a person without one', (server) => saveWithoutLink(server, 'PUT'), 'notAuthorized'],
  [
    'a new password in a session whose id the answer has replaced',
    async ({ browser: newBrowser }) => {
      const browser = newBrowser();
      await checkPolicy(browser, 'gil');
      const old = browser.clone();
      return savePassword(old, 'PUT', 'gil', tokenOf(await answerQuestion(browser, 'gil', GIL.answer)));
    },
    'notAuthorized',
  ],
  [
    'the identity check by the code of a sign-in',
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
    'the question at a service that requires the identity check',
    async ({ browser: newBrowser }) => {
      const browser = newBrowser();
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
    'the question of an account without a password',
    async (server) => questions((await enter(server, 'bong')).browser, 'bong'),
    'notAuthorized',
  ],
])('%s is refused', async ([, call, outcome]) => {
  expect(errCodeOrStatus(await call(await testServer()))).toBe(outcome);
});

test('the end of a link requires a password that the same person has saved with the same ak', async ({
  server,
}) => {
  const ak = await sendPasswordLink(server, 'bong', 'create');
  const browser = server.browser();
  await openLink(browser, 'bong', ak);
  const token = await tokenByMail(server, browser, 'bong', MAIL_OF_BONG);
  expect(errCodeOrStatus(await saveAnswer(browser, 'bong', token))).toBe('notAuthorized');
  expect(errCodeOrStatus(await endLink(browser, 'bong', token, ak))).toBe('notAuthorized');
  await savePassword(browser, 'POST', 'bong', token);
  const other = server.browser();
  expect(errCodeOrStatus(await saveAnswer(other, 'bong', token))).toBe('notAuthorized');
  expect(errCodeOrStatus(await saveAnswer(browser, 'kim', token))).toBe('notAuthorized');
  expect(errCodeOrStatus(await saveAnswer(browser, 'bong', token, { questionId: 'invented' }))).toBe(
    'answerRefused',
  );
  expect(errCodeOrStatus(await saveAnswer(browser, 'bong', token, { answer: ' x ' }))).toBe('answerRefused');
  expect(errCodeOrStatus(await endLink(browser, 'kim', token, ak))).toBe('notAuthorized');
  expect(errCodeOrStatus(await endLink(browser, 'bong', token, 'another'))).toBe('linkUsed');
  expect((await saveAnswer(browser, 'bong', token)).status).toBe(200);
  server.wait(10 * MINUTE);
  expect(errCodeOrStatus(await endLink(browser, 'bong', token, ak))).toBe('notAuthorized');
});
