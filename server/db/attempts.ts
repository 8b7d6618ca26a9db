import type { DatabaseSync } from 'node:sqlite';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Clock } from '#server/deps.ts';

export type Attempt =
  /** The guess may be verified; `failures` counts it already. */
  { readonly allowed: true; readonly failures: number } | { readonly allowed: false };

export interface Attempts {
  /**
   * Counts a guess before it is verified, in one statement: guesses made at the same time cannot pass
   * the cap together. The guess that reaches the cap locks the account.
   */
  begin(userId: string): Attempt;
  /** The guess was right: the count starts anew. */
  succeed(userId: string): void;
}

/** The tries that an account has left (spec section 8, 001 and 001_1). */
export function attemptsIn(db: DatabaseSync, lock: ServerConfig['lock'], now: Clock): Attempts {
  const count = db.prepare(`
    INSERT INTO attempts (user_id, failures, locked_until)
    VALUES ($user, 1, iif($max <= 1, $lockedUntil, NULL))
    ON CONFLICT (user_id) DO UPDATE SET
      failures = iif(locked_until IS NULL, failures, 0) + 1,
      locked_until = iif(iif(locked_until IS NULL, failures, 0) + 1 >= $max, $lockedUntil, NULL)
    WHERE locked_until IS NULL OR locked_until <= $now
    RETURNING failures`);
  const clear = db.prepare('DELETE FROM attempts WHERE user_id = ?');

  const lockedUntil = (): number =>
    lock.minutes === 0 ? Number.MAX_SAFE_INTEGER : now() + lock.minutes * 60_000;

  return {
    begin(userId) {
      const row = count.get({
        $user: userId,
        $max: lock.maxFailures,
        $now: now(),
        $lockedUntil: lockedUntil(),
      });
      return row ? { allowed: true, failures: Number(row['failures']) } : { allowed: false };
    },
    succeed(userId) {
      clear.run(userId);
    },
  };
}
