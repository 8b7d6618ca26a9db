import { administrationOf } from '#server/administration/administration.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser, CallAnswer } from './browser.ts';
import { finishIdentityCheck, identityToken, tokenOf } from './identity.ts';
import type { TestServer } from './server.ts';
import { bearer, CLIENT_ID, checkPolicy } from './steps.ts';

export const VALID_PASSWORD = 'Korea!2x6-mountain';

/** The mail address and the answer of the person `gil`. */
export const GIL = { mail: 'gil@hanbit.example', answer: '제주도' } as const;

/** The header with the token that allows the calls for passwords. */
const authHeader = (token: string) => ({ Auth: `Bearer ${token}` });

/** Sends a password link as an administrator, and returns the ak of the link in the mail. */
export async function sendPasswordLink(
  { portal, outbox }: TestServer,
  userId: string,
  kind: PasswordLinkKind,
  clientId = CLIENT_ID,
) {
  const outcome = await administrationOf(portal).issuePasswordLink(userId, clientId, kind);
  if (outcome.outcome !== 'sent') throw new Error(JSON.stringify(outcome));
  const text = outbox.list({ userId }).at(-1)?.text ?? '';
  return new URL(/^https?:\S+$/m.exec(text)?.[0] ?? '').searchParams.get('ak') ?? '';
}

/** Makes the call that opens a password link. */
export const openLink = (
  browser: Browser,
  userId: string,
  ak: string,
  clientId = CLIENT_ID,
): Promise<CallAnswer> =>
  browser.call('POST', '/data/sso/password/ak/verification', { body: { userId, clientId, ak } });

/** Passes the identity check with a code by mail, and returns the token of the check. */
export async function tokenByMail(
  server: TestServer,
  browser: Browser,
  userId: string,
  info: string,
): Promise<string> {
  const token = await identityToken(browser, userId, info, { type: 'inmail' });
  await browser.call('POST', '/auth/oauth2/send/inmail', {
    body: { userId, clientId: CLIENT_ID, content: 'check' },
    headers: bearer(token),
  });
  const answer = await finishIdentityCheck(browser, userId, token, '2', codeIn(server, userId, 'inmail'));
  if (answer.status !== 200) throw new Error(answer.text);
  return token;
}

export const answerQuestion = (
  browser: Browser,
  userId: string,
  answer: string,
  clientId = CLIENT_ID,
): Promise<CallAnswer> =>
  browser.call('POST', '/data/sso/password/answer/verification', { body: { userId, clientId, answer } });

/** Enters an ID, answers the question, and returns the token. */
export async function tokenByAnswer(
  browser: Browser,
  userId = 'gil',
  answer: string = GIL.answer,
): Promise<string> {
  await checkPolicy(browser, userId);
  return tokenOf(await answerQuestion(browser, userId, answer));
}

export const savePassword = (
  browser: Browser,
  method: 'PUT' | 'POST',
  userId: string,
  token: string,
  pw: string = VALID_PASSWORD,
): Promise<CallAnswer> => browser.call(method, '/pw', { body: { userId, pw }, headers: authHeader(token) });

/** Makes the call that checks whether a password is already used by the person. */
export const checkInUse = (
  browser: Browser,
  userId: string,
  token: string,
  pw: string,
): Promise<CallAnswer> =>
  browser.call('POST', '/pw/in-use', { body: { userId, pw }, headers: authHeader(token) });

/** Makes the call for the rules of a new password. */
export const requestLevel = (browser: Browser, token: string): Promise<CallAnswer> =>
  browser.call('GET', '/pw/level', { headers: authHeader(token) });

export const saveAnswer = (
  browser: Browser,
  userId: string,
  token: string,
  values = {},
): Promise<CallAnswer> =>
  browser.call('POST', '/pw/answer', {
    body: { userId, questionId: 'book', answer: ' 어린 왕자 ', ...values },
    headers: authHeader(token),
  });

/** Makes the call that ends a password link after the password was saved. */
export const endLink = (browser: Browser, userId: string, token: string, ak: string): Promise<CallAnswer> =>
  browser.call('POST', '/pw/init', { body: { userId, ak }, headers: authHeader(token) });
