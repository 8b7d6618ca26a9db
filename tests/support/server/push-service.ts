import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '#tests/support/server/http-server.ts';

const deriveKey = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Creates a browser that subscribes to notifications, and decrypts them according to RFC 8291. */
export function createPushBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = Buffer.alloc(16, 7);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /**
     * Decrypts a notification.
     * @throws Error if the body was not encrypted for this browser
     */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const content = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const key = deriveKey(ecdh.computeSecret(senderKey), auth, info, 32);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        deriveKey(key, salt, 'Content-Encoding: aes128gcm\0', 16),
        deriveKey(key, salt, 'Content-Encoding: nonce\0', 12),
      );
      decipher.setAuthTag(content.subarray(-16));
      const record = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
      // The byte 2 ends the text of the last record, and padding follows.
      return record.subarray(0, record.lastIndexOf(2)).toString();
    },
  };
}

type ReceivedPush = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Starts a local push service, which responds as `plan` says and records the requests. */
export async function startPushService() {
  const received: ReceivedPush[] = [];
  const plan = { status: 201, headers: {} as Record<string, string>, isSilent: false };
  const { url, close } = await startHttpServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    if (!plan.isSilent) response.writeHead(plan.status, plan.headers).end();
  });
  return { origin: url, received, plan, close };
}
