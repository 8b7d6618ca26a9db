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

/** Whether the person presents a valid proof. */
export type Honesty = 'honest' | 'impostor';

/** Returns the user ID for which the service gets a valid sign-in; null if it gets none. */
export type Journey = (person: Person, honesty?: Honesty) => Promise<string | null>;

const basic = basicAuthorization(CLIENT);

/** Redeems the code of a returning person, as the service does. */
export async function redeemCode(person: Person, location: string | null): Promise<string | null> {
  const code = new URL(location ?? CALLBACK).searchParams.get('code');
  if (code === null) return null;
  const { status, json } = await person.service('/oauth2/token', basic, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  });
  // The first answer was lost: the service sends the person again, without another sign-in.
  if (status !== 200) return signedInUser(person);
  const payload = String(json['id_token']).split('.')[1] ?? '';
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
}

/** Returns the signed-in user by single sign-on without a page. */
export const signedInUser = async (person: Person): Promise<string | null> =>
  redeemCode(person, (await person.follow(authorizationPath('none'))).location);

type ShownProof = { readonly tokenCode: TypeCode; readonly secret: string; readonly check?: string };

export const policyOf = async (person: Person, clientId: string = CLIENT.id): Promise<string> => {
  const { json } = await person.call('POST', '/auth/policy/check', { userId: person.userId, clientId });
  return String(json['policyId']);
};

export const authenticate = (
  person: Person,
  policyId: string,
  { tokenCode, secret, check = '' }: ShownProof,
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

/** Signs in by ID and password; returns the address to which the login leads, empty for a refusal. */
export const signInByPassword = async (
  person: Person,
  honesty: Honesty,
  clientId: string = CLIENT.id,
): Promise<string> => {
  const secret = honesty === 'honest' ? PASSWORD : 'a guess';
  const policyId = await policyOf(person, clientId);
  const { json } = await authenticate(person, policyId, { tokenCode: '-1', secret }, clientId);
  return String(json['to'] ?? '');
};

/** A sign-in at the page of the portal, opened without a service. */
const password: Journey = async (person, honesty = 'honest') => {
  await person.visit('/login');
  await signInByPassword(person, honesty, CLIENT.id);
  return signedInUser(person);
};

/** Requests a push, which an honest person's phone approves. */
export async function requestApprovedPush(person: Person, honesty: Honesty = 'honest') {
  await person.visit('/login');
  const policyId = await policyOf(person);
  const body = { userId: person.userId, clientId: CLIENT.id, content: 'Sign-in' };
  const path = `/mobileapp/push/${person.userId}?clientId=${CLIENT.id}&ip=`;
  const pushId = String((await person.call('POST', path, body)).json['pushId']);
  const groups: readonly string[] = pushId.match(/.{4}/g) ?? [];
  const { json } = await person.phone('GET', '/device/pushes');
  const pushes = json['pushes'] as readonly { readonly id: string; readonly choices: readonly string[] }[];
  const pending = pushes.find(({ choices }) => choices.some((choice) => groups.includes(choice)));
  const choice = pending?.choices.find((group) => groups.includes(group));
  if (honesty === 'honest') await person.phone('POST', `/device/pushes/${pending?.id}/approve`, { choice });
  return { policyId, pushId };
}

const push: Journey = async (person, honesty = 'honest') => {
  const { policyId, pushId } = await requestApprovedPush(person, honesty);
  await person.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT.id}`);
  await authenticate(person, policyId, { tokenCode: '10', secret: pushId, check: 'A' });
  return signedInUser(person);
};

const qr: Journey = async (person, honesty = 'honest') => {
  await person.visit('/login');
  const qrId = String((await person.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
  const check = () => person.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT.id}&time=1`);
  await check();
  await person.phone('GET', `/device/qr/${qrId}`);
  if (honesty === 'honest') await person.phone('POST', `/device/qr/${qrId}`, { number: qrNumber(qrId) });
  const owner = (await check()).json['userId'];
  if (honesty === 'honest' && owner !== person.userId) return null;
  const policyId = await policyOf(person, CLIENT.id);
  await authenticate(person, policyId, { tokenCode: '11', secret: qrId, check: 'A' });
  return signedInUser(person);
};

const openid: Journey = async (person, honesty = 'honest') => {
  await person.follow(authorizationPath());
  await person.call('GET', '/summary/auth');
  const to = await signInByPassword(person, honesty, CLIENT.id);
  return to === '' ? signedInUser(person) : redeemCode(person, (await person.follow(to)).location);
};

const saml: Journey = async (person, honesty = 'honest') => {
  const id = `_${randomBytes(16).toString('hex')}`;
  const request = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${SP_ORIGIN}/sp</saml:Issuer></samlp:AuthnRequest>`;
  const deflated = deflateRawSync(Buffer.from(request)).toString('base64');
  await person.follow(`/saml/sso?${new URLSearchParams({ SAMLRequest: deflated })}`);
  await person.call('GET', '/summary/auth');
  const to = await signInByPassword(person, honesty, SAML_SERVICE_ID);
  if (to === '') return signedInUser(person);
  const { fields } = formOf((await person.follow(to)).text);
  const response = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
  if (!response.includes(`InResponseTo="${id}"`)) return null;
  return /<saml:NameID[^>]*>([^<]+)</.exec(response)?.[1] ?? null;
};

export type JourneyName = 'password' | 'push' | 'qr' | 'openid' | 'saml';

/** The journeys by which a person signs in. */
export const JOURNEYS: Readonly<Record<JourneyName, Journey>> = { password, push, qr, openid, saml };
