import { bodyLimit } from 'hono/body-limit';
import { Refusal } from '#server/http/refusal.ts';

export const LARGEST_BODY_BYTES = 16 * 1024;

/** Refuses a body of more than 16 kB, whether or not it tells its length. */
export const limitBody = bodyLimit({
  maxSize: LARGEST_BODY_BYTES,
  onError: () => {
    throw new Refusal(413, 'tooLarge');
  },
});
