import { base64url, encodedJson, utf8 } from './encoding.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ALGORITHM = 'ES256';

/** A public key as the portal takes it (docs/device-calls.md). */
export type PublicJwk = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
};

/** The key of an account. The private half signs and cannot be exported. */
export type DeviceKey = { readonly privateKey: CryptoKey; readonly jwk: PublicJwk };

/** Makes the key of an account. */
export async function newDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } };
}

const signatureOf = async (key: CryptoKey, text: string): Promise<string> =>
  base64url(await crypto.subtle.sign(SIGNATURE, key, utf8(text)));

/** A call to prove: its method and its address without the query. */
export type ProvedCall = { readonly method: string; readonly url: string };

/**
 * The proof of possession of a call (RFC 9449), for its `DPoP` header. It can be used once.
 * @param now epoch milliseconds of the portal's clock
 */
export async function proofOf(
  { privateKey, jwk }: DeviceKey,
  { method, url }: ProvedCall,
  now: number,
): Promise<string> {
  const header = encodedJson({ typ: 'dpop+jwt', alg: ALGORITHM, jwk });
  const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1000) };
  const text = `${header}.${encodedJson(claims)}`;
  return `${text}.${await signatureOf(privateKey, text)}`;
}

/** What a person has answered: a request, the choice (null refuses), and when, in epoch milliseconds of the portal's clock. */
export type Answer = { readonly id: string; readonly choice: string | null; readonly at: number };

/** The signature of an answer: a detached JWS (RFC 7515, appendix F) over its JSON. */
export async function signatureOver({ privateKey }: DeviceKey, { id, choice, at }: Answer): Promise<string> {
  const header = encodedJson({ alg: ALGORITHM });
  return `${header}..${await signatureOf(privateKey, `${header}.${encodedJson({ id, choice, at })}`)}`;
}
