import { createHash } from 'node:crypto';
import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Which accounts of the configuration were made before: one that an operator removed does not come back. */
export interface CreatedAccounts {
  /** Notes an ID; tells whether it was not noted before. */
  note(userId: string): Promise<boolean>;
}

/** IDs are kept as hashes: they stay when the account is removed. */
const hashOf = (userId: string): string => createHash('sha256').update(foldedId(userId)).digest('hex');

export function createdAccountsIn(db: Storage): CreatedAccounts {
  const insert = db.prepare('INSERT INTO made_accounts (id_hash) VALUES (?) ON CONFLICT DO NOTHING');
  return {
    note: async (userId) => (await insert.run(hashOf(userId))).changes > 0,
  };
}
