import { Refusal } from '#server/login/refusal.ts';
import type { RegistrationTries, TryLimit } from '#server/storage/repositories/registration-tries.ts';

/**
 * Counts an attempt of a registration before its values are checked.
 * @throws Refusal 429 `tooManyTries` when the limit is reached
 */
export async function beginTry(tries: RegistrationTries, userId: string, limit: TryLimit): Promise<void> {
  const wait = await tries.begin(userId, limit);
  if (wait !== null) throw new Refusal(429, 'tooManyTries', { headers: { 'Retry-After': String(wait) } });
}
