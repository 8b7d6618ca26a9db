import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The maximum number of attempts of a kind. */
export type AttemptLimit = {
  readonly kind: 'app-code' | 'card-serial' | 'card-code';
  readonly max: number;
  /** Milliseconds after the last attempt at which the count is reset. */
  readonly windowMs: number;
};

/** The attempts at guessable values when a card or standard authenticator is registered (rules 211 and 271). */
export interface RegistrationAttempts {
  /**
   * Counts an attempt before it is checked. This is one statement, so concurrent attempts cannot exceed the limit.
   * @returns null, or the seconds to wait when the limit is reached
   */
  begin(userId: string, limit: AttemptLimit): Promise<number | null>;
  /** Resets the count after a successful attempt. */
  succeed(userId: string, kind: AttemptLimit['kind']): Promise<void>;
}

export function registrationAttemptsIn(db: Storage, now: Clock): RegistrationAttempts {
  const count = db.prepare<TableRow<'registration_attempts'>>(`
    INSERT INTO registration_attempts (user_id, kind, attempts, counted_until) VALUES ($user, $kind, 1, $until)
    ON CONFLICT (user_id, kind) DO UPDATE SET
      attempts = CASE WHEN registration_attempts.counted_until <= $now THEN 0 ELSE registration_attempts.attempts END + 1,
      counted_until = excluded.counted_until
    WHERE registration_attempts.counted_until <= $now OR registration_attempts.attempts < $max
    RETURNING attempts`);
  const untilOf = db.prepare<TableRow<'registration_attempts'>>(
    'SELECT counted_until FROM registration_attempts WHERE user_id = ? AND kind = ?',
  );
  const clear = db.prepare('DELETE FROM registration_attempts WHERE user_id = ? AND kind = ?');
  return {
    async begin(userId, { kind, max, windowMs }) {
      const countRow = await count.get({
        $user: userId,
        $kind: kind,
        $max: max,
        $until: now() + windowMs,
        $now: now(),
      });
      if (countRow) return null;
      const until = Number((await untilOf.get(userId, kind))?.counted_until ?? now());
      return Math.max(1, Math.ceil((until - now()) / 1000));
    },
    async succeed(userId, kind) {
      await clear.run(userId, kind);
    },
  };
}
