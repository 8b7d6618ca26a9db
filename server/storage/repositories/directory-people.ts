import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** People whose accounts came from the company's directory (rule 265). */
export interface DirectoryPeople {
  /**
   * The IDs of these people, each with the time (epoch milliseconds) at which the ID disappeared from the directory;
   * null for an ID that is still in the directory.
   */
  all(): Promise<ReadonlyMap<string, number | null>>;
  /** Records that an ID is in the directory (`goneAt` is null), or when it disappeared. */
  record(userId: string, goneAt: number | null): Promise<void>;
}

export function directoryPeopleIn(db: Storage): DirectoryPeople {
  const all = db.prepare<TableRow<'directory_people'>>('SELECT * FROM directory_people');
  const record = db.prepare(`${insertInto('directory_people', ['user_id', 'gone_at'])}
    ON CONFLICT (user_id) DO UPDATE SET gone_at = excluded.gone_at`);
  return {
    all: async () => new Map((await all.all()).map((row) => [row.user_id, row.gone_at])),
    record: async (userId, goneAt) => {
      await record.run(userId, goneAt);
    },
  };
}
