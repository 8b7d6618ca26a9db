import * as v from 'valibot';
import { algorithmOf, hasSigned, isValidKey, type PublicJwk, publicJwk, thumbprintOf } from './key.ts';

/** Maximum difference between the server's clock and the time in a proof or answer (rule 238). */
const CLOCK_TOLERANCE_MS = 60_000;

/** The HTTP method and address that a proof of possession covers; its query is not part of it. */
export type SignedCall = { readonly method: string; readonly url: string };

/** A valid proof of possession, not yet checked for reuse. */
export type DpopProof = { readonly thumbprint: string; readonly jti: string };

const proofHeader = v.strictObject({
  typ: v.literal('dpop+jwt'),
  alg: v.picklist(['ES256', 'EdDSA']),
  jwk: publicJwk,
});

const proofClaims = v.object({
  jti: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
  htm: v.string(),
  htu: v.pipe(v.string(), v.url()),
  /** Seconds since 1970. */
  iat: v.number(),
});

const decodedPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/**
 * Verifies the proof of possession of a call (RFC 9449, section 4.3), without access token and nonce.
 * @param now epoch milliseconds
 * @returns null when it is malformed, for another call or time, or not signed by its key
 */
export function verifyDpopProof(jwt: string, { method, url }: SignedCall, now: number): DpopProof | null {
  const [header = '', payload = '', signature = '', ...more] = jwt.split('.');
  if (more.length > 0) return null;
  try {
    const { jwk, alg } = v.parse(proofHeader, decodedPart(header));
    const { jti, htm, htu, iat } = v.parse(proofClaims, decodedPart(payload));
    const matchesCall = htm === method && withoutQuery(htu) === withoutQuery(url);
    const isRecent = Math.abs(now - iat * 1000) <= CLOCK_TOLERANCE_MS;
    const isSigned =
      alg === algorithmOf(jwk) && isValidKey(jwk) && hasSigned(jwk, `${header}.${payload}`, signature);
    return matchesCall && isRecent && isSigned ? { thumbprint: thumbprintOf(jwk), jti } : null;
  } catch {
    return null;
  }
}

/** An answer on the phone to a push or QR login: its id, the choice (null denies) and the time in epoch milliseconds. */
export type DeviceAnswer = { readonly id: string; readonly choice: string | null; readonly at: number };

/** The signed text of an answer (docs/device-calls.md). */
const signedText = ({ id, choice, at }: DeviceAnswer): string => JSON.stringify({ id, choice, at });

const answerHeader = v.strictObject({ alg: v.picklist(['ES256', 'EdDSA']) });

/**
 * Whether a detached JWS (RFC 7515, appendix F) is the key's signature over a recent answer.
 * @param now epoch milliseconds
 */
export function isAnswerSigned(jwk: PublicJwk, answer: DeviceAnswer, jws: string, now: number): boolean {
  const [header = '', payload, signature = '', ...more] = jws.split('.');
  if (payload !== '' || more.length > 0) return false;
  if (Math.abs(now - answer.at) > CLOCK_TOLERANCE_MS) return false;
  try {
    if (v.parse(answerHeader, decodedPart(header)).alg !== algorithmOf(jwk)) return false;
    const text = Buffer.from(signedText(answer)).toString('base64url');
    return hasSigned(jwk, `${header}.${text}`, signature);
  } catch {
    return false;
  }
}
