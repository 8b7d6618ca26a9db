/**
 * Accounts from the company's directory (`gone_at`: when a person was first missing there), and the last day on which
 * each kind of daily work was done.
 */
export const DIRECTORY_PEOPLE_SCHEMA = `
  CREATE TABLE directory_people (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    gone_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE daily_work (
    name TEXT PRIMARY KEY,
    day TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
