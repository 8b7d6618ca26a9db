import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Maximum tries of one kind, and for how long a try counts. */
export type TryLimit = {
  readonly kind: 'app-code' | 'card-serial' | 'card-code';
  readonly max: number;
  /** Milliseconds after the last try at which the count is reset. */
  readonly window: number;
};

export interface RegistrationTries {
  /**
   * Counts a try before it is checked, in one statement: concurrent tries cannot exceed the limit.
   * @returns seconds to wait when the limit is reached, else null.
   */
  begin(userId: string, limit: TryLimit): Promise<number | null>;
  /** Resets the count after a right try. */
  succeed(userId: string, kind: TryLimit['kind']): Promise<void>;
}

/** Tries of guessable values in the registration of a card or a standard authenticator (rules 211 and 271). */
export function registrationTriesIn(db: Storage, now: Clock): RegistrationTries {
  const count = db.prepare<TableRow<'registration_tries'>>(`
    INSERT INTO registration_tries (user_id, kind, tries, until) VALUES ($user, $kind, 1, $until)
    ON CONFLICT (user_id, kind) DO UPDATE SET
      tries = CASE WHEN registration_tries.until <= $now THEN 0 ELSE registration_tries.tries END + 1,
      until = excluded.until
    WHERE registration_tries.until <= $now OR registration_tries.tries < $max
    RETURNING tries`);
  const waitOf = db.prepare<TableRow<'registration_tries'>>(
    'SELECT until FROM registration_tries WHERE user_id = ? AND kind = ?',
  );
  const clear = db.prepare('DELETE FROM registration_tries WHERE user_id = ? AND kind = ?');
  return {
    async begin(userId, { kind, max, window }) {
      const countRow = await count.get({
        $user: userId,
        $kind: kind,
        $max: max,
        $until: now() + window,
        $now: now(),
      });
      if (countRow) return null;
      const until = Number((await waitOf.get(userId, kind))?.until ?? now());
      return Math.max(1, Math.ceil((until - now()) / 1000));
    },
    async succeed(userId, kind) {
      await clear.run(userId, kind);
    },
  };
}
