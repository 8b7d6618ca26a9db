import type { DatabaseSync } from 'node:sqlite';
import type { TokenCode } from '#wire/token-codes.ts';

/** The token that each person wants first in the second step (decision 63). */
export interface SecondDefaults {
  find(userId: string): TokenCode | null;
  set(userId: string, tokenCode: TokenCode): void;
  /** Clears it when it is this one, or whichever it is. */
  clear(userId: string, tokenCode?: TokenCode): void;
}

export function secondDefaultsIn(db: DatabaseSync): SecondDefaults {
  const byUser = db.prepare('SELECT token_code FROM second_defaults WHERE user_id = ?');
  const insert = db.prepare('INSERT OR REPLACE INTO second_defaults VALUES (?, ?)');
  const remove = db.prepare(
    'DELETE FROM second_defaults WHERE user_id = ? AND token_code = coalesce(?, token_code)',
  );
  return {
    find: (userId) => (byUser.get(userId)?.['token_code'] as TokenCode | undefined) ?? null,
    set(userId, tokenCode) {
      insert.run(userId, tokenCode);
    },
    clear(userId, tokenCode) {
      remove.run(userId, tokenCode ?? null);
    },
  };
}
