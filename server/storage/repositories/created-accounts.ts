import { createHash } from 'node:crypto';
import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';

/**
 * The IDs of all accounts that were ever created from the configuration, so that a removed account is not created
 * again.
 */
export interface CreatedAccounts {
  /** Records an ID; returns false when it was recorded before. */
  record(userId: string): Promise<boolean>;
}

/** IDs are stored as hashes, because they remain stored after the account was removed. */
const hashOf = (userId: string): string => createHash('sha256').update(foldedId(userId)).digest('hex');

export function createdAccountsIn(db: Storage): CreatedAccounts {
  const insert = db.prepare('INSERT INTO created_accounts (id_hash) VALUES (?) ON CONFLICT DO NOTHING');
  return {
    record: async (userId) => (await insert.run(hashOf(userId))).changes > 0,
  };
}
