import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { formOf } from '#tests/server/saml/form.ts';
import {
  authorizationPath,
  basicAuthorization,
  CALLBACK,
  CLIENT,
  PASSWORD,
  SAML_SERVICE_ID,
  SP_ORIGIN,
} from '#tools/cluster/config.ts';
import { qrNumber } from '#wire/qr-login.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { encodeUserPassword } from '#wire/user-password.ts';
import type { CallAnswer, Person } from './person.ts';

/** An honest person presents a valid proof, an impostor an invalid proof. */
export type Honesty = 'honest' | 'impostor';

/** Tries to sign in. Returns the user ID that the service receives; null if the service receives no valid sign-in. */
export type Journey = (person: Person, honesty?: Honesty) => Promise<string | null>;

/** The service's header `authorization`, with its client ID and secret. */
const serviceAuthorization = basicAuthorization(CLIENT);

/**
 * Redeems the authorization code in the address of the service, as the service does.
 * @param location the address to which the portal redirects the person
 * @returns the user ID in the ID token; null if the address contains no code
 */
export async function redeemCode(person: Person, location: string | null): Promise<string | null> {
  const code = new URL(location ?? CALLBACK).searchParams.get('code');
  if (code === null) return null;
  const { status, json } = await person.callFromService('/oauth2/token', serviceAuthorization, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  });
  // An unanswered first try has used the code up. The service then sends the person to the portal again.
  if (status !== 200) return requestSignedInUser(person);
  const payload = String(json['id_token']).split('.')[1] ?? '';
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
}

/** Requests a sign-in without a page (`prompt=none`), and returns the ID of the signed-in user; null if nobody is signed in. */
export const requestSignedInUser = async (person: Person): Promise<string | null> =>
  redeemCode(person, (await person.follow(authorizationPath('none'))).location);

/** The method, the secret and the further value with which a person signs in. */
type PresentedProof = { readonly tokenCode: TypeCode; readonly secret: string; readonly check?: string };

/** Calls the policy check, and returns the ID of the policy. */
export const fetchPolicyId = async (person: Person, clientId: string = CLIENT.id): Promise<string> => {
  const { json } = await person.call('POST', '/auth/policy/check', { userId: person.userId, clientId });
  return String(json['policyId']);
};

/** Makes the login call with a proof. */
export const authenticate = (
  person: Person,
  policyId: string,
  { tokenCode, secret, check = '' }: PresentedProof,
  clientId: string = CLIENT.id,
): Promise<CallAnswer> =>
  person.call('POST', '/authenticate', {
    userId: person.userId,
    userPassword: encodeUserPassword({
      step: '1',
      secret,
      clientId,
      accessToken: '',
      tokenCode,
      type: clientId === CLIENT.id ? 'oidc' : 'saml',
      mode: 'web',
      policyId,
      fixed: 'N',
      alwaysSend: 'N',
      ip: '',
      check,
      redirect: '',
    }),
  });

/** Signs in by ID and password. Returns the address at which the browser continues; empty if the login was refused. */
export const signInByPassword = async (
  person: Person,
  honesty: Honesty,
  clientId: string = CLIENT.id,
): Promise<string> => {
  const secret = honesty === 'honest' ? PASSWORD : 'a guess';
  const policyId = await fetchPolicyId(person, clientId);
  const { json } = await authenticate(person, policyId, { tokenCode: '-1', secret }, clientId);
  return String(json['to'] ?? '');
};

/** A sign-in by password at the portal, which was opened without a service. */
const passwordJourney: Journey = async (person, honesty = 'honest') => {
  await person.open('/login');
  await signInByPassword(person, honesty, CLIENT.id);
  return requestSignedInUser(person);
};

/** Requests a push, and approves it on the phone of an honest person. */
export async function requestAndApprovePush(person: Person, honesty: Honesty = 'honest') {
  await person.open('/login');
  const policyId = await fetchPolicyId(person);
  const body = { userId: person.userId, clientId: CLIENT.id, content: 'Sign-in' };
  const path = `/mobileapp/push/${person.userId}?clientId=${CLIENT.id}&ip=`;
  const pushId = String((await person.call('POST', path, body)).json['pushId']);
  // The correct choice on the phone is four consecutive characters of the push ID.
  const groups: readonly string[] = pushId.match(/.{4}/g) ?? [];
  const { json } = await person.callFromApp('GET', '/device/pushes');
  const pushes = json['pushes'] as readonly { readonly id: string; readonly choices: readonly string[] }[];
  const pending = pushes.find(({ choices }) => choices.some((choice) => groups.includes(choice)));
  const choice = pending?.choices.find((group) => groups.includes(group));
  if (honesty === 'honest')
    await person.callFromApp('POST', `/device/pushes/${pending?.id}/approve`, { choice });
  return { policyId, pushId };
}

const pushJourney: Journey = async (person, honesty = 'honest') => {
  const { policyId, pushId } = await requestAndApprovePush(person, honesty);
  await person.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT.id}`);
  await authenticate(person, policyId, { tokenCode: '10', secret: pushId, check: 'A' });
  return requestSignedInUser(person);
};

const qrJourney: Journey = async (person, honesty = 'honest') => {
  await person.open('/login');
  const qrId = String((await person.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
  const pollQr = () =>
    person.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT.id}&time=1`);
  await pollQr();
  await person.callFromApp('GET', `/device/qr/${qrId}`);
  if (honesty === 'honest')
    await person.callFromApp('POST', `/device/qr/${qrId}`, { number: qrNumber(qrId) });
  const approvingUserId = (await pollQr()).json['userId'];
  if (honesty === 'honest' && approvingUserId !== person.userId) return null;
  const policyId = await fetchPolicyId(person, CLIENT.id);
  await authenticate(person, policyId, { tokenCode: '11', secret: qrId, check: 'A' });
  return requestSignedInUser(person);
};

const openidJourney: Journey = async (person, honesty = 'honest') => {
  await person.follow(authorizationPath());
  await person.call('GET', '/summary/auth');
  const to = await signInByPassword(person, honesty, CLIENT.id);
  return to === '' ? requestSignedInUser(person) : redeemCode(person, (await person.follow(to)).location);
};

const samlJourney: Journey = async (person, honesty = 'honest') => {
  const id = `_${randomBytes(16).toString('hex')}`;
  const request = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${SP_ORIGIN}/sp</saml:Issuer></samlp:AuthnRequest>`;
  const deflated = deflateRawSync(Buffer.from(request)).toString('base64');
  await person.follow(`/saml/sso?${new URLSearchParams({ SAMLRequest: deflated })}`);
  await person.call('GET', '/summary/auth');
  const to = await signInByPassword(person, honesty, SAML_SERVICE_ID);
  if (to === '') return requestSignedInUser(person);
  const { fields } = formOf((await person.follow(to)).text);
  const response = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
  if (!response.includes(`InResponseTo="${id}"`)) return null;
  return /<saml:NameID[^>]*>([^<]+)</.exec(response)?.[1] ?? null;
};

export type JourneyName = 'password' | 'push' | 'qr' | 'openid' | 'saml';

/** The journeys with which a person can sign in. */
export const JOURNEYS: Readonly<Record<JourneyName, Journey>> = {
  password: passwordJourney,
  push: pushJourney,
  qr: qrJourney,
  openid: openidJourney,
  saml: samlJourney,
};
