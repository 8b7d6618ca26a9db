/**
 * Networks from which people have signed in, and the links in mails with which a person reports a
 * sign-in by somebody else.
 */
export const NEW_SIGN_INS_SCHEMA = `
  CREATE TABLE known_networks (
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    network TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, network)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sign_in_reports (
    key_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX sign_in_reports_by_user ON sign_in_reports (user_id);
`;
