import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The stored answer of a person to a question. */
export type StoredAnswer = { readonly questionId: string; readonly hash: string };

/** A stored answer with its encrypted hash, by which `replaceHash` finds the same row. */
export type FoundAnswer = StoredAnswer & { readonly sealedHash: string };

/** One answer per person, stored as a sealed hash. */
export interface Answers {
  find(userId: string): Promise<FoundAnswer | null>;
  put(userId: string, answer: StoredAnswer): Promise<void>;
  /** Replaces the hash by another one of the same answer, unless the answer has changed in the meantime. */
  replaceHash(userId: string, answer: FoundAnswer, hash: string): Promise<void>;
}

export function answersIn(db: Storage): Answers {
  const hashes = sealedColumn(db, 'answers', 'hash');
  const byUser = db.prepare<TableRow<'answers'>>('SELECT question_id, hash FROM answers WHERE user_id = ?');
  const upsert = db.prepare(replaceIn('answers', ['user_id'], ['question_id', 'hash']));
  const replaceStored = db.prepare('UPDATE answers SET hash = ? WHERE user_id = ? AND hash = ?');
  return {
    async find(userId) {
      const row = await byUser.get(userId);
      return row ? { questionId: row.question_id, hash: hashes.open(row.hash), sealedHash: row.hash } : null;
    },
    async put(userId, { questionId, hash }) {
      await upsert.run(userId, questionId, hashes.seal(hash));
    },
    async replaceHash(userId, { sealedHash }, hash) {
      await replaceStored.run(hashes.seal(hash), userId, sealedHash);
    },
  };
}
