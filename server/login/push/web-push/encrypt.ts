import { createCipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** The keys of a browser's subscription in base64url: `p256dh` is a point of P-256, and `auth` has 16 secret bytes. */
export type SubscriptionKeys = { readonly p256dh: string; readonly auth: string };

/** The record size in the header; a message has only one record. */
const RECORD_SIZE = 4096;
/** The delimiter after the text of the last record (RFC 8188). */
const LAST_RECORD_DELIMITER = 2;

const deriveKey = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/**
 * Encrypts a message so that only the browser of the subscription can read it (RFC 8291, content coding aes128gcm).
 * @param sender a key of P-256 that is used only for this message
 * @param salt 16 random bytes
 * @throws when `p256dh` is not a point of P-256
 */
export function encryptFor(
  { p256dh, auth }: SubscriptionKeys,
  message: string,
  sender: ECDH,
  salt: Buffer,
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const key = deriveKey(sender.computeSecret(browserKey), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const contentKey = deriveKey(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = deriveKey(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  // The record size, and the length of the sender's key.
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(senderKey.length, 4);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const content = [
    cipher.update(message),
    cipher.update(Buffer.from([LAST_RECORD_DELIMITER])),
    cipher.final(),
  ];
  return Buffer.concat([salt, header, senderKey, ...content, cipher.getAuthTag()]);
}
