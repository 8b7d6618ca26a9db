import { setTimeout } from 'node:timers/promises';
import {
  authenticate,
  JOURNEYS,
  policyOf,
  requestApprovedPush,
  signedInUser,
} from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import type { Cluster } from '#tests/support/cluster.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { CLIENT, PASSWORD, personNamed, phoneOf } from '#tools/cluster/config.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';

/** Everybody who does something; the last ones alone are refused, and may come to be locked. */
export const PEOPLE = 240;
const REFUSED = 40;

type Walk = (person: Person, cluster: Cluster) => Promise<unknown>;

/** Something that people do all day long. */
export type Kind = {
  readonly name: string;
  /** How many of all journeys are of this kind. */
  readonly share: number;
  /** Who is signed in at the service. It must be the person, or nobody after a refusal. */
  readonly walk: Walk;
  readonly isRefused?: boolean;
};

const POLLS = 20;

/** A push waits for a minute; whoever waits on a busy machine gives up before it is over. */
const PATIENCE_MS = 40_000;

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

async function codeBySms(person: Person, { lastTo }: Cluster, token: string): Promise<string> {
  const fields = { userId: person.userId, clientId: CLIENT.id, content: '' };
  await person.call('POST', '/auth/oauth2/send/sms', fields, token);
  return codeIn(lastTo(phoneOf(person.userId)));
}

const sms: Walk = async (person, cluster) => {
  const { userId } = person;
  await person.visit('/login');
  const policyId = await policyOf(person);
  const { json } = await person.call('POST', '/token/access', { userId, clientId: CLIENT.id });
  const secret = await codeBySms(person, cluster, String(json['accessToken']));
  await authenticate(person, policyId, { tokenCode: '1', secret });
  return signedInUser(person);
};

/** ID, password, identity check and a passkey, by which the person signs in at another browser. */
const passkey: Walk = async (person, cluster) => {
  const { userId } = person;
  const clientId = CLIENT.id;
  await person.visit('/login');
  const body = { userId, userPassword: PASSWORD, clientId, selfAuthFlag: 'Y' };
  const { json } = await person.call('POST', '/login/password', {
    ...body,
    policyId: await policyOf(person),
  });
  const token = String(json['accessToken']);
  const otp = await codeBySms(person, cluster, token);
  const check = { userId, clientId, otp, selfAuthFlag: 'Y', otpTypeCode: '1' };
  await person.call('POST', '/auth/oauth2/mfa/check', check, token);

  const maker = softwareAuthenticator({ origin: new URL(cluster.url).origin });
  const tokenName = `Key ${Date.now().toString(36)}`;
  const started = await person.call(
    'POST',
    '/start',
    { username: userId, keyname: tokenName, tenantId: clientId },
    token,
  );
  const { challenge } = started.json['publicKeyCredentialCreationOptions'] as { readonly challenge: string };
  const made = { userId, tokenName, publicKeyCredential: maker.registration(challenge), tenantId: clientId };
  await person.call('POST', '/finish', made, token);

  const other = new Person(cluster.url, userId);
  await other.visit('/login');
  const policyId = await policyOf(other);
  const answer = await other.call('POST', '/auth/login/oidc', {
    clientId,
    userId,
    type: '12',
    fidoStatus: 'start',
  });
  const { assertionRequest } = answer.json as {
    readonly assertionRequest: { readonly publicKeyCredentialRequestOptions: { readonly challenge: string } };
  };
  const assertion = maker.assertion(assertionRequest.publicKeyCredentialRequestOptions.challenge);
  await authenticate(other, policyId, { tokenCode: '12', secret: secretOf(assertion) });
  return signedInUser(other);
};

/** A push that is never approved: the page polls once a second, until the person gives up. */
const waiting: Walk = async (person) => {
  const { userId } = person;
  await person.visit('/login');
  await policyOf(person);
  const fields = { userId, clientId: CLIENT.id, content: '' };
  const sent = await person.call('POST', `/mobileapp/push/${userId}?clientId=${CLIENT.id}&ip=`, fields);
  const { pushId } = sent.json;
  const heard = new Set<unknown>();
  const startedAt = performance.now();
  for (let look = 0; look < POLLS && performance.now() - startedAt < PATIENCE_MS; look += 1) {
    await setTimeout(1_000);
    const path = `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT.id}`;
    heard.add((await person.call('GET', path)).json['check']);
  }
  const gone = await person.call('DELETE', `/data/sso/mobileapp/push/${pushId}?clientId=${CLIENT.id}`);
  return gone.status === 200 && heard.size === 1 && heard.has('X') ? userId : [gone, ...heard];
};

/** A code is good for 15 seconds: who came too late takes the next one. */
const qr: Walk = async (person, cluster) => {
  const startedAt = performance.now();
  const result = await JOURNEYS.qr(person);
  return result === null && performance.now() - startedAt > QR_LIFETIME ? qr(person, cluster) : result;
};

const signOut: Walk = async (person) => {
  const before = await JOURNEYS.openid(person);
  await person.visit('/logout');
  const after = await signedInUser(person);
  return before === person.userId && after === null ? before : [before, after];
};

const nobodyKnown: Walk = async ({ userId }, cluster) =>
  JOURNEYS.password(new Person(cluster.url, `nobody-${userId}`));

const wrongCode: Walk = async (person) => {
  await person.visit('/login');
  await authenticate(person, await policyOf(person), { tokenCode: '1', secret: '000000' });
  return signedInUser(person);
};

const wrongPush: Walk = async (person) => {
  const { policyId, pushId } = await requestApprovedPush(person, 'impostor');
  await authenticate(person, policyId, { tokenCode: '10', secret: pushId, check: 'A' });
  return signedInUser(person);
};

export const KINDS: readonly Kind[] = [
  { name: 'sign-in by password', share: 3, walk: (person) => JOURNEYS.password(person) },
  { name: 'sign-in by push', share: 2, walk: (person) => JOURNEYS.push(person) },
  { name: 'sign-in by QR code', share: 2, walk: qr },
  { name: 'sign-in at an OpenID service', share: 3, walk: (person) => JOURNEYS.openid(person) },
  { name: 'sign-in at a SAML service', share: 2, walk: (person) => JOURNEYS.saml(person) },
  { name: 'sign-in by SMS', share: 2, walk: sms },
  { name: 'registration of a passkey, and sign-in by it', share: 1, walk: passkey },
  { name: 'push that waits, looked at 20 times', share: 1, walk: waiting },
  { name: 'sign-out', share: 2, walk: signOut },
  {
    name: 'refusal: wrong password',
    share: 1,
    walk: (person) => JOURNEYS.password(person, 'impostor'),
    isRefused: true,
  },
  { name: 'refusal: nobody of this name', share: 1, walk: nobodyKnown, isRefused: true },
  { name: 'refusal: wrong code', share: 1, walk: wrongCode, isRefused: true },
  { name: 'refusal: push that nobody approved', share: 1, walk: wrongPush, isRefused: true },
];

/** Who takes the next journey: in turn, so that nobody is at two browsers at once. */
export const personFor = ({ isRefused }: Kind, turn: number): string =>
  personNamed(isRefused ? PEOPLE - REFUSED + (turn % REFUSED) : turn % (PEOPLE - REFUSED));
