/** Registered factors and unfinished registrations (rules 201 to 221), and public names of sessions for lists. */
export const REGISTRATION_SCHEMA = `
  CREATE TABLE factors (
    factor_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    type TEXT NOT NULL CHECK (type IN ('7', '8', '9', '12')),
    device TEXT NOT NULL,
    name TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    last_used_at INTEGER,
    UNIQUE (user_id, type, device)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE registration_drafts (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (session, client_id, user_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE registration_tries (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind TEXT NOT NULL,
    tries INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE provision_links ADD COLUMN draft TEXT;
  ALTER TABLE provision_links ADD COLUMN otp TEXT;
  ALTER TABLE provision_links ADD COLUMN wrong_otps INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE provision_links ADD COLUMN registered_at INTEGER;
  CREATE INDEX provision_links_by_draft ON provision_links (draft);

  ALTER TABLE sessions ADD COLUMN public_id TEXT;
  ALTER TABLE sessions ADD COLUMN login_browser TEXT;
  ALTER TABLE sessions ADD COLUMN login_address TEXT;
`;
