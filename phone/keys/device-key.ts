import { base64url, encodedJson, utf8 } from './encoding.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ALGORITHM = 'ES256';

/** The public key that the portal stores (docs/device-calls.md). */
export type PublicJwk = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
};

/** The key pair of an account. The private key cannot be exported. */
export type DeviceKey = { readonly privateKey: CryptoKey; readonly jwk: PublicJwk };

/** Generates the key pair of an account. */
export async function newDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } };
}

const sign = async (key: CryptoKey, text: string): Promise<string> =>
  base64url(await crypto.subtle.sign(SIGNATURE, key, utf8(text)));

/** The call that a DPoP proof is for: its method, and its URL without the query. */
export type DpopCall = { readonly method: string; readonly url: string };

/**
 * The value of a call's `DPoP` header (RFC 9449). The portal accepts it once.
 * @param now epoch milliseconds of the portal's clock
 */
export async function dpopProof(
  { privateKey, jwk }: DeviceKey,
  { method, url }: DpopCall,
  now: number,
): Promise<string> {
  const header = encodedJson({ typ: 'dpop+jwt', alg: ALGORITHM, jwk });
  const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1000) };
  const text = `${header}.${encodedJson(claims)}`;
  return `${text}.${await sign(privateKey, text)}`;
}

/** An answer to a request: its ID, the choice (null refuses), and epoch milliseconds by the portal's clock. */
export type SignedAnswer = { readonly id: string; readonly choice: string | null; readonly at: number };

/** Signs an answer: a detached JWS (RFC 7515, appendix F) over its JSON. */
export async function answerSignature(
  { privateKey }: DeviceKey,
  { id, choice, at }: SignedAnswer,
): Promise<string> {
  const header = encodedJson({ alg: ALGORITHM });
  return `${header}..${await sign(privateKey, `${header}.${encodedJson({ id, choice, at })}`)}`;
}
