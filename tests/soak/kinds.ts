import { setTimeout } from 'node:timers/promises';
import {
  authenticate,
  fetchPolicyId,
  JOURNEYS,
  requestAndApprovePush,
  requestSignedInUser,
} from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import type { Cluster } from '#tests/support/cluster.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { CLIENT, PASSWORD, phoneNumberOf, userIdAt } from '#tools/cluster/config.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';

/** The number of people; only the last people are refused, because refusals may lock an account. */
export const PEOPLE_COUNT = 240;
const REFUSED_PEOPLE_COUNT = 40;

type Walk = (person: Person, cluster: Cluster) => Promise<unknown>;

/** A kind of journey, like a sign-in by push. */
export type Kind = {
  readonly name: string;
  /** The number of journeys of this kind in each round. */
  readonly perRound: number;
  /** Returns the user ID that the service receives; null after a refusal. */
  readonly walk: Walk;
  readonly isRefused?: boolean;
};

const MAX_POLL_COUNT = 20;

/** The time after which a person cancels a push, less than the minute after which the push expires. */
const MAX_WAIT_MS = 40_000;

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function codeBySms(person: Person, { lastSmsTo }: Cluster, token: string): Promise<string> {
  const fields = { userId: person.userId, clientId: CLIENT.id, content: '' };
  await person.call('POST', '/auth/oauth2/send/sms', fields, token);
  return codeIn(lastSmsTo(phoneNumberOf(person.userId)));
}

const signInBySms: Walk = async (person, cluster) => {
  const { userId } = person;
  await person.open('/login');
  const policyId = await fetchPolicyId(person);
  const { json } = await person.call('POST', '/token/access', { userId, clientId: CLIENT.id });
  const secret = await codeBySms(person, cluster, String(json['accessToken']));
  await authenticate(person, policyId, { tokenCode: '1', secret });
  return requestSignedInUser(person);
};

/** Registers a passkey after a password and an identity check, and signs in with the passkey at another browser. */
const registerPasskey: Walk = async (person, cluster) => {
  const { userId } = person;
  const clientId = CLIENT.id;
  await person.open('/login');
  const body = { userId, userPassword: PASSWORD, clientId, selfAuthFlag: 'Y' };
  const { json } = await person.call('POST', '/login/password', {
    ...body,
    policyId: await fetchPolicyId(person),
  });
  const token = String(json['accessToken']);
  const otp = await codeBySms(person, cluster, token);
  const check = { userId, clientId, otp, selfAuthFlag: 'Y', otpTypeCode: '1' };
  await person.call('POST', '/auth/oauth2/mfa/check', check, token);

  const authenticator = softwareAuthenticator({ origin: new URL(cluster.url).origin });
  const tokenName = `Key ${Date.now().toString(36)}`;
  const started = await person.call(
    'POST',
    '/start',
    { username: userId, keyname: tokenName, tenantId: clientId },
    token,
  );
  const { challenge } = started.json['publicKeyCredentialCreationOptions'] as { readonly challenge: string };
  const credential = {
    userId,
    tokenName,
    publicKeyCredential: authenticator.registration(challenge),
    tenantId: clientId,
  };
  await person.call('POST', '/finish', credential, token);

  const otherBrowser = new Person(cluster.url, userId);
  await otherBrowser.open('/login');
  const policyId = await fetchPolicyId(otherBrowser);
  const answer = await otherBrowser.call('POST', '/auth/login/oidc', {
    clientId,
    userId,
    type: '12',
    fidoStatus: 'start',
  });
  const { assertionRequest } = answer.json as {
    readonly assertionRequest: { readonly publicKeyCredentialRequestOptions: { readonly challenge: string } };
  };
  const assertion = authenticator.assertion(assertionRequest.publicKeyCredentialRequestOptions.challenge);
  await authenticate(otherBrowser, policyId, { tokenCode: '12', secret: secretOf(assertion) });
  return requestSignedInUser(otherBrowser);
};

/** Requests a push that nobody approves: the page polls once a second until the person cancels the push. */
const cancelPush: Walk = async (person) => {
  const { userId } = person;
  await person.open('/login');
  await fetchPolicyId(person);
  const fields = { userId, clientId: CLIENT.id, content: '' };
  const pushAnswer = await person.call('POST', `/mobileapp/push/${userId}?clientId=${CLIENT.id}&ip=`, fields);
  const { pushId } = pushAnswer.json;
  const checks = new Set<unknown>();
  const startedAt = performance.now();
  for (let poll = 0; poll < MAX_POLL_COUNT && performance.now() - startedAt < MAX_WAIT_MS; poll += 1) {
    await setTimeout(1_000);
    const path = `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT.id}`;
    checks.add((await person.call('GET', path)).json['check']);
  }
  const withdrawal = await person.call('DELETE', `/data/sso/mobileapp/push/${pushId}?clientId=${CLIENT.id}`);
  return withdrawal.status === 200 && checks.size === 1 && checks.has('X') ? userId : [withdrawal, ...checks];
};

/** Signs in by QR code; a person who needs more time than the lifetime of a QR code uses another code. */
const signInByQrCode: Walk = async (person, cluster) => {
  const startedAt = performance.now();
  const result = await JOURNEYS.qr(person);
  return result === null && performance.now() - startedAt > QR_LIFETIME
    ? signInByQrCode(person, cluster)
    : result;
};

const signOut: Walk = async (person) => {
  const userBefore = await JOURNEYS.openid(person);
  await person.open('/logout');
  const userAfter = await requestSignedInUser(person);
  return userBefore === person.userId && userAfter === null ? userBefore : [userBefore, userAfter];
};

const enterUnknownUser: Walk = async ({ userId }, cluster) =>
  JOURNEYS.password(new Person(cluster.url, `nobody-${userId}`));

const enterWrongCode: Walk = async (person) => {
  await person.open('/login');
  await authenticate(person, await fetchPolicyId(person), { tokenCode: '1', secret: '000000' });
  return requestSignedInUser(person);
};

const usePushOfImpostor: Walk = async (person) => {
  const { policyId, pushId } = await requestAndApprovePush(person, 'impostor');
  await authenticate(person, policyId, { tokenCode: '10', secret: pushId, check: 'A' });
  return requestSignedInUser(person);
};

export const KINDS: readonly Kind[] = [
  { name: 'sign-in by password', perRound: 3, walk: (person) => JOURNEYS.password(person) },
  { name: 'sign-in by push', perRound: 2, walk: (person) => JOURNEYS.push(person) },
  { name: 'sign-in by QR code', perRound: 2, walk: signInByQrCode },
  { name: 'sign-in at an OpenID service', perRound: 3, walk: (person) => JOURNEYS.openid(person) },
  { name: 'sign-in at a SAML service', perRound: 2, walk: (person) => JOURNEYS.saml(person) },
  { name: 'sign-in by SMS', perRound: 2, walk: signInBySms },
  { name: 'registration of a passkey, and a sign-in by passkey', perRound: 1, walk: registerPasskey },
  { name: 'push without an approval, polled 20 times', perRound: 1, walk: cancelPush },
  { name: 'sign-out', perRound: 2, walk: signOut },
  {
    name: 'refusal: wrong password',
    perRound: 1,
    walk: (person) => JOURNEYS.password(person, 'impostor'),
    isRefused: true,
  },
  { name: 'refusal: unknown user', perRound: 1, walk: enterUnknownUser, isRefused: true },
  { name: 'refusal: wrong code', perRound: 1, walk: enterWrongCode, isRefused: true },
  { name: 'refusal: push that nobody approved', perRound: 1, walk: usePushOfImpostor, isRefused: true },
];

/** The user ID of the person of a journey; people take turns, so that nobody is in two journeys at the same time. */
export const personFor = ({ isRefused }: Kind, index: number): string =>
  userIdAt(
    isRefused
      ? PEOPLE_COUNT - REFUSED_PEOPLE_COUNT + (index % REFUSED_PEOPLE_COUNT)
      : index % (PEOPLE_COUNT - REFUSED_PEOPLE_COUNT),
  );
