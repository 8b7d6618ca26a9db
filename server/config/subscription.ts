import { ECDH } from 'node:crypto';
import * as v from 'valibot';

const MAX_ENDPOINT_LENGTH = 1024;
/** `convertKey` throws for a key that is not a point of the curve. */
const isPointOfP256 = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
};

/** A push subscription of a browser (`PushSubscription.toJSON`). */
export const subscription = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(MAX_ENDPOINT_LENGTH)),
  keys: v.object({
    /** The public key, 65 bytes: an uncompressed point of P-256. */
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/), v.check(isPointOfP256)),
    /** The authentication secret, 16 bytes. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  }),
});

export type Subscription = v.InferOutput<typeof subscription>;
