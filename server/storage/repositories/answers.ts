import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The stored answer of a person to a question. */
export type StoredAnswer = { readonly questionId: string; readonly hash: string };

/** A stored answer with its encrypted hash, with which `replaceHash` recognises an answer that has changed since. */
export type FoundAnswer = StoredAnswer & { readonly sealedHash: string };

/** The answers of people to questions, one for each person. Their hashes are stored encrypted. */
export interface Answers {
  find(userId: string): Promise<FoundAnswer | null>;
  set(userId: string, answer: StoredAnswer): Promise<void>;
  /** Replaces the hash with a newer hash of the same answer, unless the answer has changed in the meantime. */
  replaceHash(userId: string, answer: FoundAnswer, hash: string): Promise<void>;
}

export function answersIn(db: Storage): Answers {
  const sealedHashes = sealedColumn(db, 'answers', 'hash');
  const byUser = db.prepare<TableRow<'answers'>>('SELECT question_id, hash FROM answers WHERE user_id = ?');
  const upsert = db.prepare(replaceIn('answers', ['user_id'], ['question_id', 'hash']));
  const updateHash = db.prepare('UPDATE answers SET hash = ? WHERE user_id = ? AND hash = ?');
  return {
    async find(userId) {
      const row = await byUser.get(userId);
      return row
        ? { questionId: row.question_id, hash: sealedHashes.open(row.hash), sealedHash: row.hash }
        : null;
    },
    async set(userId, { questionId, hash }) {
      await upsert.run(userId, questionId, sealedHashes.seal(hash));
    },
    async replaceHash(userId, { sealedHash }, hash) {
      await updateHash.run(sealedHashes.seal(hash), userId, sealedHash);
    },
  };
}
