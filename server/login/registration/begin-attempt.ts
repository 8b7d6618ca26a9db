import { Refusal } from '#server/login/refusal.ts';
import type {
  AttemptLimit,
  RegistrationAttempts,
} from '#server/storage/repositories/registration-attempts.ts';

/**
 * Counts an attempt to register before its values are checked.
 * @throws Refusal 429 `tooManyTries` when the limit is reached
 */
export async function beginAttempt(
  attempts: RegistrationAttempts,
  userId: string,
  limit: AttemptLimit,
): Promise<void> {
  const retryAfterSeconds = await attempts.begin(userId, limit);
  if (retryAfterSeconds !== null)
    throw new Refusal(429, 'tooManyTries', { headers: { 'Retry-After': String(retryAfterSeconds) } });
}
