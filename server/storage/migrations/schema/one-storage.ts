import { foldedId } from '#server/config/folded-id.ts';
import type { Storage } from '#server/storage/storage.ts';

/**
 * Data of the protocol engines and keys, which were in files before, and counters that were in the memory of a process.
 * `folded_id` is an ID without differences of case and width.
 */
export const ONE_STORAGE_SCHEMA = `
  CREATE TABLE engine_records (
    model TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    grant_id TEXT,
    uid TEXT,
    account_id TEXT,
    consumed_at INTEGER,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (model, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX engine_records_by_grant ON engine_records (model, grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX engine_records_by_uid ON engine_records (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX engine_records_by_account ON engine_records (account_id) WHERE account_id IS NOT NULL;
  CREATE INDEX engine_records_by_expiry ON engine_records (expires_at);

  CREATE TABLE engine_begun (
    turn INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    beginner TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX engine_begun_by_beginner ON engine_begun (beginner);

  CREATE TABLE saml_pending (
    id TEXT PRIMARY KEY,
    payload TEXT NOT NULL,
    browser BLOB,
    answered_by TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE saml_seen (
    entity_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (entity_id, message_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE saml_participants (
    session_index TEXT PRIMARY KEY,
    browser BLOB NOT NULL,
    service_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name_format TEXT NOT NULL,
    name_value TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saml_participants_by_browser ON saml_participants (browser);

  CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE failure_counts (
    address TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    failures INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE limited_events (
    counter TEXT NOT NULL,
    event_id TEXT NOT NULL,
    happened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (counter, event_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE code_drafts (
    subject TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    turn INTEGER NOT NULL,
    channels TEXT NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE passkey_registrations (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    challenge TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE submissions (
    name TEXT PRIMARY KEY,
    id_hash TEXT NOT NULL,
    content TEXT NOT NULL,
    outcome TEXT,
    made_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE approvals ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  UPDATE approvals SET turn = issued_at;

  ALTER TABLE accounts ADD COLUMN folded_id TEXT NOT NULL DEFAULT '';
  CREATE INDEX accounts_by_folded_id ON accounts (folded_id);
`;

/** Fills the folded IDs, with which accounts are found regardless of case and width. */
export async function foldIds(db: Storage): Promise<void> {
  const write = db.prepare('UPDATE accounts SET folded_id = ? WHERE user_id = ?');
  for (const row of await db.prepare('SELECT user_id FROM accounts').all()) {
    const userId = String(row['user_id']);
    await write.run(foldedId(userId), userId);
  }
}
