import { ECDH } from 'node:crypto';
import * as v from 'valibot';

const MAX_ENDPOINT = 1024;
const COMPRESSED = 'compressed';

const isPoint = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', COMPRESSED);
    return true;
  } catch {
    return false;
  }
};

/** A push subscription of a browser (`PushSubscription.toJSON`). */
export const subscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(MAX_ENDPOINT)),
  keys: v.object({
    /** 65 bytes: an uncompressed point of P-256. */
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/), v.check(isPoint)),
    /** 16 bytes. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  }),
});

export type Subscription = v.InferOutput<typeof subscription>;
