/**
 * The last sign-in of each person and the previous sign-in (`before_…`), each with the number of failures after it.
 */
export const SIGN_INS_SCHEMA = `
  CREATE TABLE sign_ins (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    at INTEGER NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL,
    failures INTEGER NOT NULL,
    before_at INTEGER,
    before_browser TEXT,
    before_address TEXT,
    before_failures INTEGER
  ) STRICT, WITHOUT ROWID;
`;
