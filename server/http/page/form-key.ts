import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '#server/config/deps.ts';

const NONCE_BYTES = 12;

const sign = (sessionKey: string, nonce: string): Buffer =>
  createHmac('sha256', sessionKey).update(`form ${nonce}`).digest();

/**
 * Creates a key for the forms of a page. Only pages of the session contain such a key, so that another site cannot post
 * a form in the session.
 * @param sessionKey the challenge key of the session
 */
export function newFormKey(random: RandomBytes, sessionKey: string): string {
  const nonce = random(NONCE_BYTES).toString('base64url');
  return `${nonce}.${sign(sessionKey, nonce).toString('base64url')}`;
}

/** Whether a key was created for the session. */
export function isFormKeyOf(sessionKey: string, key: string): boolean {
  const [nonce = '', signature = ''] = key.split('.');
  const signatureBytes = Buffer.from(signature, 'base64url');
  const expectedBytes = sign(sessionKey, nonce);
  return signatureBytes.length === expectedBytes.length && timingSafeEqual(signatureBytes, expectedBytes);
}
