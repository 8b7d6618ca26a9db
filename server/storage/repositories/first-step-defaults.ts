import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The default method of a person for the first step (rule 61). */
export type FirstStepDefault = {
  readonly tokenCode: TypeCode;
  /** Whether the code or push is sent at once, without the person pressing the button. */
  readonly alwaysSend: boolean;
};

/** The default methods of people for the first step. */
export interface FirstStepDefaults {
  find(userId: string): Promise<FirstStepDefault | null>;
  set(userId: string, method: FirstStepDefault): Promise<void>;
  /**
   * Clears the default method.
   * @param tokenCode clears only this method: a login with another method does not change the default method (rule 61)
   */
  clear(userId: string, tokenCode?: TypeCode): Promise<void>;
}

export function firstStepDefaultsIn(db: Storage): FirstStepDefaults {
  const byUser = db.prepare<TableRow<'first_step_defaults'>>(
    'SELECT token_code, always_send FROM first_step_defaults WHERE user_id = ?',
  );
  const insert = db.prepare(replaceIn('first_step_defaults', ['user_id'], ['token_code', 'always_send']));
  const remove = db.prepare(
    'DELETE FROM first_step_defaults WHERE user_id = ? AND token_code = coalesce(?, token_code)',
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
