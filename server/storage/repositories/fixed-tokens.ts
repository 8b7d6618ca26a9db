import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The default method of a person for the first step (rule 61). */
export type FixedToken = {
  readonly tokenCode: TypeCode;
  /** Whether the code or push is sent at once, without the person pressing the button. */
  readonly alwaysSend: boolean;
};

/** The default methods of people for the first step. */
export interface FixedTokens {
  find(userId: string): Promise<FixedToken | null>;
  set(userId: string, fixedToken: FixedToken): Promise<void>;
  /**
   * Clears the default method.
   * @param tokenCode clears only this method: a login with another method does not change the default method (rule 61)
   */
  clear(userId: string, tokenCode?: TypeCode): Promise<void>;
}

export function fixedTokensIn(db: Storage): FixedTokens {
  const byUser = db.prepare<TableRow<'fixed_tokens'>>(
    'SELECT token_code, always_send FROM fixed_tokens WHERE user_id = ?',
  );
  const insert = db.prepare(replaceIn('fixed_tokens', ['user_id'], ['token_code', 'always_send']));
  const remove = db.prepare(
    'DELETE FROM fixed_tokens WHERE user_id = ? AND token_code = coalesce(?, token_code)',
  );
  return {
    async find(userId) {
      const row = await byUser.get(userId);
      return row ? { tokenCode: row.token_code as TypeCode, alwaysSend: row.always_send === 1 } : null;
    },
    async set(userId, { tokenCode, alwaysSend }) {
      await insert.run(userId, tokenCode, alwaysSend ? 1 : 0);
    },
    async clear(userId, tokenCode) {
      await remove.run(userId, tokenCode ?? null);
    },
  };
}
