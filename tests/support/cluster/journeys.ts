import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { formOf } from '#tests/server/saml/form.ts';
import {
  authorization,
  basicOf,
  CALLBACK,
  CLIENT,
  PASSWORD,
  SERVICE,
  SP_ORIGIN,
} from '#tools/cluster/config.ts';
import { qrNumber } from '#wire/qr-login.ts';
import type { TypeCode } from '#wire/token-codes.ts';
import { encodeUserPassword } from '#wire/user-password.ts';
import type { Called, Person } from './person.ts';

/** Whether the person presents a valid proof. */
export type Honesty = 'honest' | 'impostor';

/** Who the service holds for signed in; null for nobody. */
export type Journey = (person: Person, honesty?: Honesty) => Promise<string | null>;

const basic = basicOf(CLIENT);

/** What the service does with the person who comes back: it redeems the code. */
export async function redeemed(person: Person, location: string | null): Promise<string | null> {
  const code = new URL(location ?? CALLBACK).searchParams.get('code');
  if (code === null) return null;
  const { status, json } = await person.service('/oauth2/token', basic, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  });
  // No answer came to the first try: the service sends the person once more, who proves nothing again.
  if (status !== 200) return whoIsSignedIn(person);
  const payload = String(json['id_token']).split('.')[1] ?? '';
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub);
}

/** Asks by single sign-on, without a page. */
export const whoIsSignedIn = async (person: Person): Promise<string | null> =>
  redeemed(person, (await person.follow(authorization('none'))).location);

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
): Promise<Called> =>
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

/** The ID, then the password; where the login leads, empty for a refusal. */
export const byPassword = async (
  person: Person,
  honesty: Honesty,
  clientId: string = CLIENT.id,
): Promise<string> => {
  const secret = honesty === 'honest' ? PASSWORD : 'a guess';
  const policyId = await policyOf(person, clientId);
  const { json } = await authenticate(person, policyId, { tokenCode: '-1', secret }, clientId);
  return String(json['to'] ?? '');
};

/** The page of the portal, opened without a service. */
const password: Journey = async (person, honesty = 'honest') => {
  await person.visit('/login');
  await byPassword(person, honesty, CLIENT.id);
  return whoIsSignedIn(person);
};

/** A push that the person's phone has approved, or only seen. */
export async function approvedPush(person: Person, honesty: Honesty = 'honest') {
  await person.visit('/login');
  const policyId = await policyOf(person);
  const asked = { userId: person.userId, clientId: CLIENT.id, content: 'Sign-in' };
  const path = `/mobileapp/push/${person.userId}?clientId=${CLIENT.id}&ip=`;
  const pushId = String((await person.call('POST', path, asked)).json['pushId']);
  const groups: readonly string[] = pushId.match(/.{4}/g) ?? [];
  const { json } = await person.phone('GET', '/device/pushes');
  const waiting = json['pushes'] as readonly { readonly id: string; readonly choices: readonly string[] }[];
  const shown = waiting.find(({ choices }) => choices.some((choice) => groups.includes(choice)));
  const choice = shown?.choices.find((group) => groups.includes(group));
  if (honesty === 'honest') await person.phone('POST', `/device/pushes/${shown?.id}/approve`, { choice });
  return { policyId, pushId };
}

const push: Journey = async (person, honesty = 'honest') => {
  const { policyId, pushId } = await approvedPush(person, honesty);
  await person.call('GET', `/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${CLIENT.id}`);
  await authenticate(person, policyId, { tokenCode: '10', secret: pushId, check: 'A' });
  return whoIsSignedIn(person);
};

const qr: Journey = async (person, honesty = 'honest') => {
  await person.visit('/login');
  const qrId = String((await person.call('GET', '/mobileapp/qr?ip=')).json['qrId']);
  const look = () => person.call('GET', `/data/sso/mobileapp/qr/check/${qrId}?clientId=${CLIENT.id}&time=1`);
  await look();
  await person.phone('GET', `/device/qr/${qrId}`);
  if (honesty === 'honest') await person.phone('POST', `/device/qr/${qrId}`, { number: qrNumber(qrId) });
  const owner = (await look()).json['userId'];
  if (honesty === 'honest' && owner !== person.userId) return null;
  const policyId = await policyOf(person, CLIENT.id);
  await authenticate(person, policyId, { tokenCode: '11', secret: qrId, check: 'A' });
  return whoIsSignedIn(person);
};

const openid: Journey = async (person, honesty = 'honest') => {
  await person.follow(authorization());
  await person.call('GET', '/summary/auth');
  const to = await byPassword(person, honesty, CLIENT.id);
  return to === '' ? whoIsSignedIn(person) : redeemed(person, (await person.follow(to)).location);
};

const saml: Journey = async (person, honesty = 'honest') => {
  const id = `_${randomBytes(16).toString('hex')}`;
  const request = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${SP_ORIGIN}/sp</saml:Issuer></samlp:AuthnRequest>`;
  const packed = deflateRawSync(Buffer.from(request)).toString('base64');
  await person.follow(`/saml/sso?${new URLSearchParams({ SAMLRequest: packed })}`);
  await person.call('GET', '/summary/auth');
  const to = await byPassword(person, honesty, SERVICE);
  if (to === '') return whoIsSignedIn(person);
  const { fields } = formOf((await person.follow(to)).text);
  const response = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
  if (!response.includes(`InResponseTo="${id}"`)) return null;
  return /<saml:NameID[^>]*>([^<]+)</.exec(response)?.[1] ?? null;
};

export type JourneyName = 'password' | 'push' | 'qr' | 'openid' | 'saml';

/** The ways in which people come to be signed in. */
export const JOURNEYS: Readonly<Record<JourneyName, Journey>> = { password, push, qr, openid, saml };
