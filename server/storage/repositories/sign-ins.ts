import type { RequestOrigin } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A sign-in of a person. */
export type SignIn = RequestOrigin & {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many wrong passwords and codes were entered since then. */
  readonly failures: number;
};

/** The last two sign-ins of each person (rule 229). */
export interface SignIns {
  record(userId: string, at: number, origin: RequestOrigin): Promise<void>;
  /** Counts a wrong password or code; does nothing before the first sign-in of the person. */
  countFailure(userId: string): Promise<void>;
  /** The last sign-in of a person that was not at `at`; null when there is none. */
  findLastExcept(userId: string, at: number | null): Promise<SignIn | null>;
}

/** A row of a person who has signed in at least twice. */
type RowWithPrevious = {
  readonly [Column in keyof TableRow<'sign_ins'>]: NonNullable<TableRow<'sign_ins'>[Column]>;
};

export function signInsIn(db: Storage): SignIns {
  const insert = db.prepare(`
    INSERT INTO sign_ins (user_id, at, browser, address, failures) VALUES (?, ?, ?, ?, 0)
    ON CONFLICT (user_id) DO UPDATE SET
      before_at = sign_ins.at, before_browser = sign_ins.browser, before_address = sign_ins.address,
      before_failures = sign_ins.failures,
      at = excluded.at, browser = excluded.browser, address = excluded.address, failures = 0`);
  const count = db.prepare('UPDATE sign_ins SET failures = failures + 1 WHERE user_id = ?');
  const find = db.prepare<TableRow<'sign_ins'>>('SELECT * FROM sign_ins WHERE user_id = ?');
  const hasPrevious = (row: TableRow<'sign_ins'>): row is RowWithPrevious => row.before_at !== null;
  return {
    async record(userId, at, { browser, address }) {
      await insert.run(userId, at, browser, address);
    },
    async countFailure(userId) {
      await count.run(userId);
    },
    async findLastExcept(userId, at) {
      const row = await find.get(userId);
      if (!row) return null;
      if (row.at !== at)
        return { at: row.at, browser: row.browser, address: row.address, failures: row.failures };
      return hasPrevious(row)
        ? {
            at: row.before_at,
            browser: row.before_browser,
            address: row.before_address,
            failures: row.before_failures + row.failures,
          }
        : null;
    },
  };
}
