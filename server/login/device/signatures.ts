import * as v from 'valibot';
import { algorithmOf, hasSigned, isValidKey, type PublicJwk, publicJwk, thumbprintOf } from './key.ts';

/** Maximum difference between the server's clock and the time in a proof of possession or an answer (rule 238). */
const CLOCK_TOLERANCE_MS = 60_000;

/** The HTTP method and the address that a proof of possession covers. The query of the address is not covered. */
export type SignedCall = { readonly method: string; readonly url: string };

/** The values of a valid proof of possession that has not been checked for reuse yet. */
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
 * Verifies the proof of possession of a call (RFC 9449, section 4.3). An access token hash and a nonce are not
 * required.
 * @param now epoch milliseconds
 * @returns null when the proof is malformed, is for another call or time, or is not signed with the key that it
 * contains
 */
export function verifyDpopProof(jwt: string, { method, url }: SignedCall, now: number): DpopProof | null {
  const [header = '', payload = '', signature = '', ...extraParts] = jwt.split('.');
  if (extraParts.length > 0) return null;
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

/** The person's answer on the phone to a push or QR login. */
export type DeviceAnswer = {
  /** The id of the push or QR login. */
  readonly id: string;
  /** The characters that the person has chosen; null denies. */
  readonly choice: string | null;
  /** When the person answered, in epoch milliseconds. */
  readonly at: number;
};

/** The text of an answer that an app signs (docs/device-calls.md). */
const signedText = ({ id, choice, at }: DeviceAnswer): string => JSON.stringify({ id, choice, at });

const answerJwsHeader = v.strictObject({ alg: v.picklist(['ES256', 'EdDSA']) });

/**
 * Whether a detached JWS (RFC 7515, appendix F) is a signature with the key over the answer, and the answer is recent.
 * @param now epoch milliseconds
 */
export function isAnswerSigned(jwk: PublicJwk, answer: DeviceAnswer, jws: string, now: number): boolean {
  const [header = '', payload, signature = '', ...extraParts] = jws.split('.');
  if (payload !== '' || extraParts.length > 0) return false;
  if (Math.abs(now - answer.at) > CLOCK_TOLERANCE_MS) return false;
  try {
    if (v.parse(answerJwsHeader, decodedPart(header)).alg !== algorithmOf(jwk)) return false;
    const text = Buffer.from(signedText(answer)).toString('base64url');
    return hasSigned(jwk, `${header}.${text}`, signature);
  } catch {
    return false;
  }
}
