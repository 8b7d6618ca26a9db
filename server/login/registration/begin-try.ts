import { Refusal } from '#server/login/refusal.ts';
import type { RegistrationTries, TryLimit } from '#server/storage/repositories/registration-tries.ts';

/**
 * Counts a try of a registration before the values of the try are checked.
 * @throws Refusal 429 `tooManyTries` when the limit is reached
 */
export async function beginTry(tries: RegistrationTries, userId: string, limit: TryLimit): Promise<void> {
  const retryAfterSeconds = await tries.begin(userId, limit);
  if (retryAfterSeconds !== null)
    throw new Refusal(429, 'tooManyTries', { headers: { 'Retry-After': String(retryAfterSeconds) } });
}
