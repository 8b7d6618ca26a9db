import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The answer that a person has left to a question. */
export type StoredAnswer = { readonly questionId: string; readonly hash: string };

/** One answer per person, stored as a hash. */
export interface Answers {
  find(userId: string): Promise<StoredAnswer | null>;
  put(userId: string, answer: StoredAnswer): Promise<void>;
}

export function answersIn(db: Storage): Answers {
  const byUser = db.prepare<TableRow<'answers'>>('SELECT question_id, hash FROM answers WHERE user_id = ?');
  const upsert = db.prepare(replaceIn('answers', ['user_id'], ['question_id', 'hash']));
  return {
    async find(userId) {
      const row = await byUser.get(userId);
      return row ? { questionId: row.question_id, hash: row.hash } : null;
    },
    async put(userId, { questionId, hash }) {
      await upsert.run(userId, questionId, hash);
    },
  };
}
