import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import type { PasswordLinkKind } from '#server/storage/repositories/password-links.ts';
import { codeIn } from '#tests/server/methods/steps.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import {
  finishIdentityCheck,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { openLink, sendPasswordLink } from '#tests/support/server/passwords.ts';
import { proveFirstStep } from '#tests/support/server/second-step.ts';
import { authenticate, fetchPolicyId } from '#tests/support/server/steps.ts';
import { registerAppOf, type Service } from '#tests/support/server/varied-services.ts';
import type { PeopleServer } from './people-server.ts';

/** A browser in a state, with the credentials of its page. */
export type Credentials = {
  readonly browser: Browser;
  readonly userId: string;
  readonly clientId: string;
  readonly policyId: string;
  /** The token that the page would send, as `Authorization` and as `Auth`. */
  readonly token: string;
  readonly secondToken: string;
  readonly pushId: string;
  readonly qrId: string;
  readonly ak: string;
};

export const NO_CREDENTIALS = {
  policyId: 'none',
  token: 'invented',
  secondToken: 'invented',
  pushId: 'none',
  qrId: 'none',
  ak: 'none',
};

/** A card without an owner. */
export const FREE_CARD = SPARE_CARDS[0].serial;

/** Creates a person, who enters the ID in a new browser. */
export async function enterId(
  peopleServer: PeopleServer,
  clientId: Service,
  kind?: 'bare' | 'fresh',
): Promise<Credentials> {
  const userId = await peopleServer.newPerson(kind);
  const browser = peopleServer.server.browser();
  const policyId = await fetchPolicyId(browser, userId, clientId);
  return { ...NO_CREDENTIALS, browser, userId, clientId, policyId };
}

export const passwordBody = ({ userId, clientId, policyId }: Credentials, selfAuthFlag: 'N' | 'Y') => ({
  userId,
  userPassword: SEED_PASSWORD,
  clientId,
  selfAuthFlag,
  policyId,
});

/** The body of a call that sends a code or a push. */
export const sendBody = ({ userId, clientId }: Credentials) => ({ userId, clientId, content: '' });

/** Makes the call with the password: for the password gate (N), or before an identity check (Y). */
export const sendPasswordOf = (credentials: Credentials, selfAuthFlag: 'N' | 'Y') =>
  credentials.browser.call('POST', '/login/password', { body: passwordBody(credentials, selfAuthFlag) });

/** Sends the password once more; the page gets the token of the identity check. */
export async function reauthenticate(credentials: Credentials): Promise<Credentials> {
  return { ...credentials, token: tokenOf(await sendPasswordOf(credentials, 'Y')) };
}

/** Requests the token by which codes are sent. */
export async function requestSendToken(credentials: Credentials): Promise<Credentials> {
  const { browser, userId, clientId } = credentials;
  return { ...credentials, token: tokenOf(await requestAccessToken(browser, userId, clientId)) };
}

/** Creates a person, who signs in by password in a new browser. */
export async function completeSignIn(
  peopleServer: PeopleServer,
  clientId: Service,
  kind?: 'fresh',
): Promise<Credentials> {
  const credentials = await enterId(peopleServer, clientId, kind);
  const { json } = await authenticate(credentials.browser, credentials.userId, {
    clientId,
    policyId: credentials.policyId,
  });
  return { ...credentials, token: String(json['accessToken'] ?? '') };
}

/** Verifies a mail address of the person; the page gets the token by which codes are sent. */
export async function verifyContact(credentials: Credentials): Promise<Credentials> {
  await verifyPerson(
    credentials.browser,
    credentials.userId,
    `${credentials.userId}@mail.example`,
    { type: 'inmail' },
    credentials.clientId,
  );
  return requestSendToken(credentials);
}

/** Passes the identity check by a sent code, with the token of the page. */
export async function passIdentityCheck(
  { server }: PeopleServer,
  credentials: Credentials,
  channel: 'sms' | 'inmail' = 'inmail',
): Promise<Credentials> {
  const { browser, userId, clientId, token } = credentials;
  await browser.call('POST', `/auth/oauth2/send/${channel}`, {
    body: sendBody(credentials),
    headers: bearer(token),
  });
  const tokenCode = channel === 'sms' ? '1' : '2';
  const code = codeIn(server, userId, channel);
  const check = await finishIdentityCheck(browser, userId, token, tokenCode, code, clientId);
  if (check.status !== 200) throw new Error(check.text);
  return credentials;
}

/** Creates a person, who opens a password link in a new browser. */
export async function openPasswordLink(
  peopleServer: PeopleServer,
  kind: PasswordLinkKind,
): Promise<Credentials> {
  const userId = await peopleServer.newPerson(kind === 'create' ? 'bare' : 'person');
  const browser = peopleServer.server.browser();
  const ak = await sendPasswordLink(peopleServer.server, userId, kind, 'plain');
  await openLink(browser, userId, ak, 'plain');
  return { ...NO_CREDENTIALS, browser, userId, clientId: 'plain', ak };
}

/** Sends a push with these credentials. */
export async function sendPush({ server }: PeopleServer, credentials: Credentials): Promise<Credentials> {
  const { browser, userId, clientId } = credentials;
  await registerAppOf(server, userId);
  const { status, text, json } = await browser.call(
    'POST',
    `/mobileapp/push/${userId}?clientId=${clientId}&ip=`,
    { body: sendBody(credentials), headers: headersOf(credentials) },
  );
  if (status !== 200) throw new Error(text);
  return { ...credentials, pushId: String(json['pushId']) };
}

/** Takes the first of two steps, with the password. */
export async function passFirstStep(peopleServer: PeopleServer): Promise<Credentials> {
  const userId = await peopleServer.newPerson();
  const proved = await proveFirstStep(peopleServer.server.browser(), userId, 'stepped');
  return { ...NO_CREDENTIALS, ...proved, token: proved.accessToken };
}

/** Advances the clock; then the page requests its summary. */
export async function waitMinutes(
  { server }: PeopleServer,
  minutes: number,
  credentials: Credentials,
): Promise<Credentials> {
  server.wait(minutes * 60_000);
  await credentials.browser.call('GET', '/summary/auth');
  return credentials;
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const headersOf = ({ token, secondToken }: Credentials) => ({
  ...bearer(token),
  Auth: `Bearer ${secondToken === 'invented' ? token : secondToken}`,
});
