import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The default method of each person for the second step (rule 63). */
export interface SecondStepDefaults {
  find(userId: string): Promise<TypeCode | null>;
  set(userId: string, tokenCode: TypeCode): Promise<void>;
  /**
   * Clears the default method.
   * @param tokenCode clears only this method
   */
  clear(userId: string, tokenCode?: TypeCode): Promise<void>;
}

export function secondStepDefaultsIn(db: Storage): SecondStepDefaults {
  const byUser = db.prepare<TableRow<'second_step_defaults'>>(
    'SELECT token_code FROM second_step_defaults WHERE user_id = ?',
  );
  const insert = db.prepare(replaceIn('second_step_defaults', ['user_id'], ['token_code']));
  const remove = db.prepare(
    'DELETE FROM second_step_defaults WHERE user_id = ? AND token_code = coalesce(?, token_code)',
  );
  return {
    find: async (userId) => ((await byUser.get(userId))?.token_code as TypeCode | undefined) ?? null,
    async set(userId, tokenCode) {
      await insert.run(userId, tokenCode);
    },
    async clear(userId, tokenCode) {
      await remove.run(userId, tokenCode ?? null);
    },
  };
}
