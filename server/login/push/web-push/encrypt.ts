import { createCipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** The keys of a browser's subscription, in base64url: a point of P-256, and 16 secret bytes. */
export type SubscriptionKeys = { readonly p256dh: string; readonly auth: string };

const RECORD_SIZE = 4096;
const LAST_RECORD = 2;

const derived = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/**
 * Encrypts a message so that the browser of a subscription alone can read it (RFC 8291, content coding aes128gcm).
 * @param sender a key of P-256 that is used for this message alone
 * @param salt 16 random bytes
 * @throws when `p256dh` is not a point of the curve
 */
export function encryptedFor(
  { p256dh, auth }: SubscriptionKeys,
  message: string,
  sender: ECDH,
  salt: Buffer,
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const key = derived(sender.computeSecret(browserKey), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const contentKey = derived(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(senderKey.length, 4);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const content = [cipher.update(message), cipher.update(Buffer.from([LAST_RECORD])), cipher.final()];
  return Buffer.concat([salt, header, senderKey, ...content, cipher.getAuthTag()]);
}
