import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { authenticate, CLIENT_ID, fetchPolicyId } from '#tests/support/server/steps.ts';
import type { FirstStepFields } from '#wire/user-password.ts';

/** A person who has entered the ID. */
export type Person = { readonly browser: Browser; readonly userId: string; readonly policyId: string };

/** Enters an ID in a new browser. */
export async function enter({ browser: newBrowser }: TestServer, userId: string): Promise<Person> {
  const browser = newBrowser();
  return { browser, userId, policyId: await fetchPolicyId(browser, userId) };
}

/** The first step with a method of this code. */
export const logIn = (
  { browser, userId, policyId }: Person,
  tokenCode: string,
  secret: string,
  values: Partial<FirstStepFields> = {},
): Promise<CallAnswer> => authenticate(browser, userId, { policyId, tokenCode, secret, ...values });

/** The error code of an answer, or its HTTP status when it has none. */
export const errCodeOrStatus = ({ status, json }: CallAnswer): unknown => json['errCode'] ?? status;

/** Status and code of a refusal. */
export const statusAndErrCode = ({ status, json }: CallAnswer): unknown[] => [
  status,
  json['errCode'] ?? null,
];

/** The outcomes of logins with one secret after the other. */
export async function logInWithEach(
  person: Person,
  tokenCode: string,
  secrets: readonly string[],
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const secret of secrets) answers.push(errCodeOrStatus(await logIn(person, tokenCode, secret)));
  return answers;
}

/** Requests the token with which the page sends codes. */
export const requestToken = ({ browser, userId }: Person, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('POST', '/token/access', { body: { userId, clientId } });

export type Channel = 'sms' | 'inmail' | 'exmail';

/** Sends a code with a token. */
export const sendWith = (
  { browser, userId }: Person,
  channel: Channel,
  token: string,
  { content = 'sign in', language = 'en', clientId = CLIENT_ID } = {},
): Promise<CallAnswer> =>
  browser.call('POST', `/auth/oauth2/send/${channel}`, {
    body: { userId, clientId, content },
    headers: { Authorization: `Bearer ${token}`, 'X-Language': language },
  });

/** Sends a code as the page does, with a token that it requests first. */
export async function send(person: Person, channel: Channel, options = {}): Promise<CallAnswer> {
  const { json } = await requestToken(person);
  return sendWith(person, channel, String(json['accessToken']), options);
}

/** The code of the newest message to the person on a channel. */
export function codeIn({ outbox }: TestServer, userId: string, channel: Channel): string {
  const text = outbox.list({ userId, channel }).at(-1)?.text ?? '';
  return /\b\d{6}\b/.exec(text)?.[0] ?? 'no code';
}
