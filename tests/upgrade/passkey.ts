import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { authenticate, fetchPolicyId, requestSignedInUser } from '#tests/support/cluster/journeys.ts';
import { Person } from '#tests/support/cluster/person.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { CLIENT, userIdAt } from '#tools/cluster/config.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { Administration } from './old-portal.ts';

/** The person with a passkey. */
export const PASSKEY_OWNER = userIdAt(5);

/** The keys of the passkey, the same in each run. */
function testKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(createHash('sha256').update('the passkey of an upgrade').digest());
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const point = curve.getPublicKey();
  const key = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  return {
    publicKey: createPublicKey({ key, format: 'jwk' }),
    privateKey: createPrivateKey({ key: { ...key, d: text(curve.getPrivateKey()) }, format: 'jwk' }),
  };
}

const authenticatorAt = (origin: string) =>
  softwareAuthenticator({ origin, keys: testKeys(), credentialId: 'dGhlIHVwZ3JhZGUga2V5' });

/** Registers the owner's passkey; returns the user handle. */
export async function registerPasskey(administration: Administration, origin: string): Promise<string> {
  const options = (await administration(
    'beginPasskey',
    PASSKEY_OWNER,
  )) as PublicKeyCredentialCreationOptionsJSON;
  const credential = authenticatorAt(origin).registration(options.challenge);
  const created = { name: 'Laptop', credential, origin };
  const isRegistered = await administration('registerPasskey', PASSKEY_OWNER, created);
  if (isRegistered !== true) throw new Error('The passkey is not registered.');
  return options.user.id;
}

type AssertionRequest = {
  readonly publicKeyCredentialRequestOptions: {
    readonly challenge: string;
    readonly allowCredentials: readonly { readonly id: string }[];
  };
};

/** Signs in with a passkey; returns the signed-in person. */
export async function signInByPasskey(
  url: string,
  signed: { readonly counter: number; readonly userHandle: string; readonly key?: KeyObject },
): Promise<string | null> {
  const person = new Person(url, PASSKEY_OWNER);
  await person.open('/login');
  const policyId = await fetchPolicyId(person);
  const type = TYPE_CODES.passkey;
  const body = { clientId: CLIENT.id, userId: person.userId, type, fidoStatus: 'start' };
  const { json } = await person.call('POST', '/auth/login/oidc', body);
  const { challenge } = (json['assertionRequest'] as AssertionRequest).publicKeyCredentialRequestOptions;
  const secret = secretOf(authenticatorAt(url).assertion(challenge, signed));
  await authenticate(person, policyId, { tokenCode: type, secret });
  return requestSignedInUser(person);
}
