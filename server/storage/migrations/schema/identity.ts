/**
 * Marks and identity tokens (rules 173 to 179), sent codes and pushes for identity checks, and the parts of names.
 * `way` is the method of a passed identity check.
 */
export const IDENTITY_SCHEMA = `
  CREATE TABLE marks (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'contact', 'password', 'identity', 'answer')),
    value TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (session, client_id, user_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE identity_tokens (
    token_hash BLOB PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    basis TEXT NOT NULL CHECK (basis IN ('phoneNumber', 'inmail', 'exmail', 'password', 'answer')),
    way TEXT,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX identity_tokens_by_user ON identity_tokens (user_id);

  DROP TABLE sent_codes;
  CREATE TABLE sent_codes (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('login', 'identity')),
    code TEXT NOT NULL,
    turn INTEGER NOT NULL,
    channels TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session, client_id, user_id, purpose)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE pushes ADD COLUMN purpose TEXT NOT NULL DEFAULT 'login'
    CHECK (purpose IN ('login', 'identity'));

  ALTER TABLE accounts ADD COLUMN last_name_ko TEXT;
  ALTER TABLE accounts ADD COLUMN last_name_en TEXT;
  ALTER TABLE accounts ADD COLUMN first_name_ko TEXT;
  ALTER TABLE accounts ADD COLUMN first_name_en TEXT;
`;
