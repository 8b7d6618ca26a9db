import { base64url, encodedJson, utf8 } from './encoding.ts';

/** The kind of key pair, as Web Crypto names it. */
const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The kind of signature, as Web Crypto names it. */
const SIGNATURE_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** The name of this kind of signature in a JWS. */
const JWS_ALGORITHM = 'ES256';

/** The public key of an account, which the portal stores (docs/device-calls.md). */
export type PublicJwk = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
};

/** The key pair with which an account signs its calls. The private key cannot be exported. */
export type DeviceKey = { readonly privateKey: CryptoKey; readonly jwk: PublicJwk };

/** Generates the key pair of a new account. */
export async function generateDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY_ALGORITHM, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } };
}

const sign = async (key: CryptoKey, text: string): Promise<string> =>
  base64url(await crypto.subtle.sign(SIGNATURE_ALGORITHM, key, utf8(text)));

/** The call for which a DPoP proof is made; the URL has no query. */
export type DpopCall = { readonly method: string; readonly url: string };

/**
 * Creates a DPoP proof (RFC 9449): the value of the header `DPoP` of a call. The portal accepts a proof only once.
 * @param now time of the portal's clock, in epoch milliseconds
 */
export async function dpopProof(
  { privateKey, jwk }: DeviceKey,
  { method, url }: DpopCall,
  now: number,
): Promise<string> {
  const header = encodedJson({ typ: 'dpop+jwt', alg: JWS_ALGORITHM, jwk });
  const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1000) };
  const text = `${header}.${encodedJson(claims)}`;
  return `${text}.${await sign(privateKey, text)}`;
}

/** A person's answer to a request. */
export type SignedAnswer = {
  /** ID of the request. */
  readonly id: string;
  /** The chosen characters or number; null if the person denies the request. */
  readonly choice: string | null;
  /** Time of the portal's clock, in epoch milliseconds. */
  readonly at: number;
};

/** Signs an answer. The signature is a detached JWS (RFC 7515, appendix F) over the answer as JSON. */
export async function answerSignature(
  { privateKey }: DeviceKey,
  { id, choice, at }: SignedAnswer,
): Promise<string> {
  const header = encodedJson({ alg: JWS_ALGORITHM });
  return `${header}..${await sign(privateKey, `${header}.${encodedJson({ id, choice, at })}`)}`;
}
