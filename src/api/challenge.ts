import { hmac } from '#src/api/hmac.ts';
import { CHALLENGE_STEP_SECONDS } from '#wire/names.ts';

/**
 * Whether a challenge token contains dots. Only such a token is checked; a token without dots is a new key (rule 03).
 */
export const isDotted = (token: string): boolean => token.includes('.');

/** The length of a time step of the server's clock, in milliseconds. */
const STEP_MS = CHALLENGE_STEP_SECONDS * 1000;
/** The three parts of a dotted token: nonce, step and mac. */
const DOTTED_TOKEN = /^([\w-]+)\.(0|[1-9]\d{0,14})\.([\w-]{43})$/;

const stepAt = (time: number): number => Math.floor(time / STEP_MS);

export type ChallengedAnswer = {
  /** `nonce.step.mac`: base64url, decimal, base64url of HMAC-SHA-256 over `nonce.step.body`. */
  readonly token: string;
  /** The challenge key of the session. */
  readonly key: string;
  /** The body exactly as received; may be empty. */
  readonly body: string;
  /** The server's time at which the request was sent, in epoch milliseconds. */
  readonly sentAt: number;
  /** The current time of the server, in epoch milliseconds. */
  readonly now: number;
};

/**
 * Whether the server has created a dotted challenge token for this body and at this time (rules 03 to 06). The step of
 * the token may be at most one step before the request and at most one step after now. With an empty key, the result is
 * always false.
 */
export function isGenuine({ token, key, body, sentAt, now }: ChallengedAnswer): boolean {
  const [, nonce, step, mac] = DOTTED_TOKEN.exec(token) ?? [];
  if (nonce === undefined || step === undefined || key === '') return false;
  if (Number(step) < stepAt(sentAt) - 1 || Number(step) > stepAt(now) + 1) return false;
  return hmac(key, `${nonce}.${step}.${body}`) === mac;
}
