/**
 * Known browsers, and the failed attempts of a person in each of them (rule 243). `browser` is the hash of a cookie.
 */
export const KNOWN_BROWSERS_SCHEMA = `
  CREATE TABLE known_browsers (
    browser TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (browser, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX known_browsers_by_user ON known_browsers (user_id);

  CREATE TABLE browser_attempts (
    browser TEXT NOT NULL,
    user_id TEXT NOT NULL,
    token_code TEXT NOT NULL,
    failures INTEGER NOT NULL,
    locked_until INTEGER,
    PRIMARY KEY (browser, user_id, token_code),
    FOREIGN KEY (browser, user_id) REFERENCES known_browsers (browser, user_id)
      ON DELETE CASCADE ON UPDATE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX browser_attempts_by_user ON browser_attempts (user_id);
`;
