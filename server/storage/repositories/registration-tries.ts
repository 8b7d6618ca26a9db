import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The maximum number of tries of a kind. */
export type TryLimit = {
  readonly kind: 'app-code' | 'card-serial' | 'card-code';
  readonly max: number;
  /** Milliseconds after the last try at which the count is reset. */
  readonly windowMs: number;
};

/** The tries of guessable values when a card or standard authenticator is registered (rules 211 and 271). */
export interface RegistrationTries {
  /**
   * Counts a try before it is checked. This is one statement, so concurrent tries cannot exceed the limit.
   * @returns null, or the seconds to wait when the limit is reached
   */
  begin(userId: string, limit: TryLimit): Promise<number | null>;
  /** Resets the count after a successful try. */
  succeed(userId: string, kind: TryLimit['kind']): Promise<void>;
}

export function registrationTriesIn(db: Storage, now: Clock): RegistrationTries {
  const count = db.prepare<TableRow<'registration_tries'>>(`
    INSERT INTO registration_tries (user_id, kind, tries, until) VALUES ($user, $kind, 1, $until)
    ON CONFLICT (user_id, kind) DO UPDATE SET
      tries = CASE WHEN registration_tries.until <= $now THEN 0 ELSE registration_tries.tries END + 1,
      until = excluded.until
    WHERE registration_tries.until <= $now OR registration_tries.tries < $max
    RETURNING tries`);
  const untilOf = db.prepare<TableRow<'registration_tries'>>(
    'SELECT until FROM registration_tries WHERE user_id = ? AND kind = ?',
  );
  const clear = db.prepare('DELETE FROM registration_tries WHERE user_id = ? AND kind = ?');
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
      const until = Number((await untilOf.get(userId, kind))?.until ?? now());
      return Math.max(1, Math.ceil((until - now()) / 1000));
    },
    async succeed(userId, kind) {
      await clear.run(userId, kind);
    },
  };
}
