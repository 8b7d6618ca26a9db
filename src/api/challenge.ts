import { hmac } from '#src/api/hmac.ts';
import { CHALLENGE_STEP_SECONDS } from '#wire/names.ts';

/** Whether a challenge token has dots and is checked; a token without a dot is a new key (rule 03). */
export const isDotted = (token: string): boolean => token.includes('.');

const STEP_MS = CHALLENGE_STEP_SECONDS * 1000;
const FORM = /^([\w-]+)\.(0|[1-9]\d{0,14})\.([\w-]{43})$/;

const stepAt = (time: number): number => Math.floor(time / STEP_MS);

export type ChallengedAnswer = {
  /** `nonce.step.mac`: base64url, decimal, base64url of HMAC-SHA-256 over `nonce.step.body`. */
  readonly token: string;
  readonly key: string;
  /** The text exactly as received; empty when there is none. */
  readonly body: string;
  /** When the request was sent, in milliseconds of the server's clock. */
  readonly sentAt: number;
  /** The server's clock now, in milliseconds. */
  readonly now: number;
};

/**
 * Whether a dotted challenge token belongs to this body and this time (rules 03 to 06). Its step is at most one
 * before the request's and one after now. Without a key no token is accepted.
 */
export function isGenuine({ token, key, body, sentAt, now }: ChallengedAnswer): boolean {
  const [, nonce, step, mac] = FORM.exec(token) ?? [];
  if (nonce === undefined || step === undefined || key === '') return false;
  if (Number(step) < stepAt(sentAt) - 1 || Number(step) > stepAt(now) + 1) return false;
  return hmac(key, `${nonce}.${step}.${body}`) === mac;
}
