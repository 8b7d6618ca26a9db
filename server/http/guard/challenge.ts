import { createHmac } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { responseBytes } from '#server/http/answer.ts';
import type { Env } from '#server/http/env.ts';
import type { Portal } from '#server/login/portal.ts';
import { CHALLENGE_HEADER, CHALLENGE_STEP_SECONDS } from '#wire/names.ts';

const NONCE_BYTES = 16;
const KEY_BYTES = 32;

export const newNonce = (random: Portal['random']): string => random(NONCE_BYTES).toString('base64url');

/**
 * The challenge token `nonce.step.mac` over the bytes of a body (rules 03 and 04).
 * @param now in epoch milliseconds
 */
export function challengeToken(key: string, nonce: string, now: number, body: Uint8Array): string {
  const prefix = `${nonce}.${Math.floor(now / (CHALLENGE_STEP_SECONDS * 1000))}`;
  return `${prefix}.${createHmac('sha256', key).update(`${prefix}.`).update(body).digest('base64url')}`;
}

/**
 * Adds a challenge token to every answer that is sent to a browser. The token is computed with the challenge key of the
 * session, or with a random key when there is no session.
 */
export const addChallengeTokens = ({ now, random }: Pick<Portal, 'now' | 'random'>) =>
  createMiddleware<Env>(async (c, next) => {
    await next();
    if (c.env?.isInternalCall || c.res.headers.has(CHALLENGE_HEADER)) return;
    const body = await responseBytes(c);
    const key = (await c.get('requestSession').challengeKey()) ?? random(KEY_BYTES).toString('base64url');
    c.res.headers.set(CHALLENGE_HEADER, challengeToken(key, newNonce(random), now(), body));
  });
