import { Refusal } from '#server/login/refusal.ts';

/**
 * The refusal when too many messages were sent to this person, from this address or in this session; `Retry-After` in
 * seconds.
 */
export const tooManySends = (seconds: number): Refusal =>
  new Refusal(429, 'tooManySends', {
    details: { minutes: Math.ceil(seconds / 60) },
    headers: { 'Retry-After': String(seconds) },
  });
