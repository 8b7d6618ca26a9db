import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** People whose accounts came from the company's directory (decision 265). */
export interface DirectoryPeople {
  /** Their IDs, each with the epoch milliseconds since when they are gone from it; null for who is there. */
  all(): Promise<ReadonlyMap<string, number | null>>;
  /** Somebody is there, or gone since `goneAt`. */
  note(userId: string, goneAt: number | null): Promise<void>;
}

export function directoryPeopleIn(db: Storage): DirectoryPeople {
  const all = db.prepare<TableRow<'directory_people'>>('SELECT * FROM directory_people');
  const note = db.prepare(`${insertInto('directory_people', ['user_id', 'gone_at'])}
    ON CONFLICT (user_id) DO UPDATE SET gone_at = excluded.gone_at`);
  return {
    all: async () => new Map((await all.all()).map((row) => [row.user_id, row.gone_at])),
    note: async (userId, goneAt) => {
      await note.run(userId, goneAt);
    },
  };
}
