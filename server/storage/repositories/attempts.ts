import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Storage } from '#server/storage/storage.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

/** What is counted: guesses of a method, and those of an identity check or an answer (decision 177). */
export type Counted = TokenCode | 'verification' | 'answer';

export type Attempt =
  /** The guess may be verified; `failures` counts it already. */
  { readonly allowed: true; readonly failures: number } | { readonly allowed: false };

export interface Attempts {
  /**
   * Counts a guess before it is verified, in one statement: guesses made at the same time cannot pass
   * the cap together. The guess that reaches the cap locks the method.
   */
  begin(userId: string, counted: Counted): Promise<Attempt>;
  /** The guess was right: the count starts anew. */
  succeed(userId: string, counted: Counted): Promise<void>;
  /** The guess could not be looked at: it is not counted after all, and what it locked is open again. */
  takeBack(userId: string, counted: Counted): Promise<void>;
  /** Whether no guess is verified now. */
  isLocked(userId: string, counted: Counted): Promise<boolean>;
  /** Whether an administrator has locked the account: such a lock was set without a guess and has no end. */
  isLockedByAdministrator(userId: string): Promise<boolean>;
  /** Seconds until one is verified again; 0 for at once. */
  secondsLocked(userId: string, counted: Counted): Promise<number>;
}

/** The tries that an account has left with each method (spec section 8, 001_1 and 005_6). */
export function attemptsIn(db: Storage, lock: ServerConfig['lock'], now: Clock): Attempts {
  const count = db.prepare(`
    INSERT INTO attempts (user_id, token_code, failures, locked_until)
    VALUES ($user, $method, 1, CASE WHEN $max <= 1 THEN CAST($lockedUntil AS BIGINT) END)
    ON CONFLICT (user_id, token_code) DO UPDATE SET
      failures = CASE WHEN attempts.locked_until IS NULL THEN attempts.failures ELSE 0 END + 1,
      locked_until = CASE
        WHEN CASE WHEN attempts.locked_until IS NULL THEN attempts.failures ELSE 0 END + 1 >= $max
        THEN CAST($lockedUntil AS BIGINT)
      END
    WHERE attempts.locked_until IS NULL OR attempts.locked_until <= $now
    RETURNING failures`);
  const clear = db.prepare('DELETE FROM attempts WHERE user_id = ? AND token_code = ?');
  const takeBack = db.prepare(`
    UPDATE attempts SET failures = failures - 1, locked_until = NULL
    WHERE user_id = ? AND token_code = ? AND failures > 0`);
  const locked = db.prepare(
    'SELECT locked_until FROM attempts WHERE user_id = ? AND token_code = ? AND locked_until > ?',
  );
  const lockedByAdministrator = db.prepare(
    'SELECT 1 FROM attempts WHERE user_id = ? AND token_code = ? AND failures = 0 AND locked_until = ?',
  );

  const lockedUntil = (): number =>
    lock.minutes === 0 ? Number.MAX_SAFE_INTEGER : now() + lock.minutes * 60_000;

  return {
    async begin(userId, counted) {
      const row = await count.get({
        $user: userId,
        $method: counted,
        $max: lock.maxFailures,
        $now: now(),
        $lockedUntil: lockedUntil(),
      });
      return row ? { allowed: true, failures: Number(row['failures']) } : { allowed: false };
    },
    async succeed(userId, counted) {
      await clear.run(userId, counted);
    },
    async takeBack(userId, counted) {
      await takeBack.run(userId, counted);
    },
    isLocked: async (userId, counted) => (await locked.get(userId, counted, now())) !== undefined,
    isLockedByAdministrator: async (userId) =>
      (await lockedByAdministrator.get(userId, TOKEN_CODES.password, Number.MAX_SAFE_INTEGER)) !== undefined,
    async secondsLocked(userId, counted) {
      const row = await locked.get(userId, counted, now());
      return row ? Math.ceil((Number(row['locked_until']) - now()) / 1000) : 0;
    },
  };
}
