/**
 * Browsers in which a policy skips the second step of a person (rule 252). `browser` is the hash of the token in the
 * cookie, `remembered_id` the id of the entry, and `name` the name of the browser.
 */
export const REMEMBERED_BROWSERS_SCHEMA = `
  CREATE TABLE remembered_browsers (
    browser TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    policy TEXT NOT NULL,
    remembered_id TEXT NOT NULL UNIQUE,
    method TEXT NOT NULL,
    name TEXT NOT NULL,
    remembered_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (browser, user_id, policy)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX remembered_browsers_by_user ON remembered_browsers (user_id);
`;
