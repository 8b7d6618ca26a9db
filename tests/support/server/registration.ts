import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser, CallAnswer, CallOptions } from './browser.ts';
import { finishIdentityCheck, reLogin, tokenOf } from './identity.ts';
import type { TestServer } from './server.ts';
import { bearer, CLIENT_ID, fetchPolicyId } from './steps.ts';

/** An open registration: its browser, its token, and a function that makes calls with the token. */
export type Registration = {
  readonly browser: Browser;
  readonly userId: string;
  readonly token: string;
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
};

/** The type codes of the methods that send a code. */
const TYPE_CODES = { sms: '1', inmail: '2', exmail: '3' } as const;

/** The registration that was opened with this token. */
export const registrationWith = (browser: Browser, userId: string, token: string): Registration => ({
  browser,
  userId,
  token,
  call: (method, path, options = {}) =>
    browser.call(method, path, { ...options, headers: { ...options.headers, ...bearer(token) } }),
});

/** Registers the Yubikey that has created this code. */
export const registerYubikey = (
  { call, userId }: Registration,
  otp: string,
  headers: CallOptions['headers'] = {},
): Promise<CallAnswer> => call('POST', '/data/portal/yubikey/mapping', { body: { userId, otp }, headers });

/** Opens a registration as the page does: with an ID, a password and an identity check. */
export async function openRegistration(
  server: TestServer,
  userId: string,
  {
    browser = server.browser(),
    channel = 'sms',
  }: { browser?: Browser; channel?: keyof typeof TYPE_CODES } = {},
): Promise<Registration> {
  const token = tokenOf(await reLogin(browser, userId, await fetchPolicyId(browser, userId)));
  await browser.call('POST', `/auth/oauth2/send/${channel}`, {
    body: { userId, clientId: CLIENT_ID, content: '' },
    headers: bearer(token),
  });
  const code = codeIn(server, userId, channel);
  const answer = await finishIdentityCheck(browser, userId, token, TYPE_CODES[channel], code);
  if (answer.status !== 200) throw new Error(`The identity check of ${userId} failed: ${answer.text}`);
  return registrationWith(browser, userId, token);
}
