import { accountWordsIn } from '#server/storage/repositories/account-words.ts';
import { toAccount } from '#server/storage/repositories/accounts.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Tables and indexes of the help desk. `account_words` is for the search of accounts. */
export const DESK_SCHEMA = `
  CREATE TABLE account_words (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    word TEXT COLLATE BINARY NOT NULL,
    PRIMARY KEY (user_id, word)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX account_words_by_word ON account_words (word, user_id);

  CREATE TABLE desk_sessions (
    id_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    proved_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE desk_jobs (
    job_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    content TEXT NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE notices (
    notice_id TEXT PRIMARY KEY,
    ko TEXT NOT NULL,
    en TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE audit_lines ADD COLUMN client TEXT NOT NULL DEFAULT '';
  ALTER TABLE audit_lines ADD COLUMN address TEXT NOT NULL DEFAULT '';
  DROP INDEX audit_lines_by_time;
  CREATE INDEX audit_lines_by_time ON audit_lines (at, turn, line_id, address);
  CREATE INDEX audit_lines_by_client ON audit_lines (client, at);
  CREATE INDEX audit_lines_by_address ON audit_lines (address, at);
`;

/**
 * Fills the new tables and columns from existing data. On SQLite `audit_lines` is still empty: before this migration only
 * servers with a PostgreSQL database wrote lines to it.
 */
export async function fillForDesk(db: Storage): Promise<void> {
  const words = accountWordsIn(db);
  const rows = await db.prepare<TableRow<'accounts'>>('SELECT * FROM accounts').all();
  for (const row of rows) await words.write(toAccount(row));
  if (db.engine === 'sqlite') return;
  await db
    .prepare(`UPDATE audit_lines SET client = COALESCE(line::json->>'client', ''),
      address = COALESCE(line::json->>'address', '')`)
    .run();
}
