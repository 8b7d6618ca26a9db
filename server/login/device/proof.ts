import * as v from 'valibot';
import { algorithmOf, hasSigned, isKey, type PublicJwk, publicJwk, thumbprintOf } from './key.ts';

/** How far the time of a proof or of an answer may be from the server's (decision 238). */
const CLOCK_TOLERANCE_MS = 60_000;

/** A call as its proof names it: the method, and the address without its query. */
export type ProvedCall = { readonly method: string; readonly url: string };

/** A proof that fits its call. Whether it came before is not known yet. */
export type Proof = { readonly thumbprint: string; readonly jti: string };

const headerOf = v.strictObject({
  typ: v.literal('dpop+jwt'),
  alg: v.picklist(['ES256', 'EdDSA']),
  jwk: publicJwk,
});

const claimsOf = v.object({
  jti: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
  htm: v.string(),
  htu: v.pipe(v.string(), v.url()),
  /** Seconds since 1970. */
  iat: v.number(),
});

const partOf = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/**
 * Reads the proof of possession of a call (RFC 9449, section 4.3), without an access token and without a nonce.
 * @param now epoch milliseconds
 * @returns null for a proof of another call or time, or one that its key has not signed
 */
export function readProof(jwt: string, { method, url }: ProvedCall, now: number): Proof | null {
  const [header = '', payload = '', signature = '', ...more] = jwt.split('.');
  if (more.length > 0) return null;
  try {
    const { jwk, alg } = v.parse(headerOf, partOf(header));
    const { jti, htm, htu, iat } = v.parse(claimsOf, partOf(payload));
    const isOfCall = htm === method && withoutQuery(htu) === withoutQuery(url);
    const isNow = Math.abs(now - iat * 1000) <= CLOCK_TOLERANCE_MS;
    const isProved =
      alg === algorithmOf(jwk) && isKey(jwk) && hasSigned(jwk, `${header}.${payload}`, signature);
    return isOfCall && isNow && isProved ? { thumbprint: thumbprintOf(jwk), jti } : null;
  } catch {
    return null;
  }
}

/** What a person has answered on the phone: a push or a QR login, the choice (null refuses), and when, in epoch milliseconds. */
export type DeviceAnswer = { readonly id: string; readonly choice: string | null; readonly at: number };

/** The text of an answer that its signature covers (docs/device-calls.md). */
const signedText = ({ id, choice, at }: DeviceAnswer): string => JSON.stringify({ id, choice, at });

const answerHeader = v.strictObject({ alg: v.picklist(['ES256', 'EdDSA']) });

/**
 * Whether a detached JWS (RFC 7515, appendix F) is the key's signature over an answer that was given just now.
 * @param now epoch milliseconds
 */
export function isAnswerSigned(jwk: PublicJwk, answer: DeviceAnswer, jws: string, now: number): boolean {
  const [header = '', payload, signature = '', ...more] = jws.split('.');
  if (payload !== '' || more.length > 0) return false;
  if (Math.abs(now - answer.at) > CLOCK_TOLERANCE_MS) return false;
  try {
    if (v.parse(answerHeader, partOf(header)).alg !== algorithmOf(jwk)) return false;
    const text = Buffer.from(signedText(answer)).toString('base64url');
    return hasSigned(jwk, `${header}.${text}`, signature);
  } catch {
    return false;
  }
}
