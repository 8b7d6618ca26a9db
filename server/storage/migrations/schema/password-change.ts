/**
 * Changes of passwords by people themselves, with links and answers to questions (rules 182 to 196). `turn` orders the
 * earlier passwords of a person; `asked` counts the password rules that were requested with a token.
 */
export const PASSWORD_CHANGE_SCHEMA = `
  CREATE TABLE password_history (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, turn)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE password_links (
    ak_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('create', 'change')),
    issued_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    refusals INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX password_links_by_user ON password_links (user_id, issued_at);

  CREATE TABLE answers (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE password_saves (
    token_hash TEXT PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('create', 'change', 'forgot', 'expiry')),
    ak_hash TEXT,
    saved_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE password_questions (
    token_hash TEXT PRIMARY KEY,
    asked INTEGER NOT NULL,
    first_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE held_logins (
    token_hash TEXT PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    login TEXT NOT NULL,
    held_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE passwords ADD COLUMN reset_by TEXT;
`;
