import { Refusal } from '#server/login/refusal.ts';

/**
 * The refusal of a send when too many messages were sent to the person, from the address or in the session.
 * @param seconds the time until a send is allowed again
 */
export const tooManySends = (seconds: number): Refusal =>
  new Refusal(429, 'tooManySends', {
    details: { minutes: Math.ceil(seconds / 60) },
    headers: { 'Retry-After': String(seconds) },
  });
