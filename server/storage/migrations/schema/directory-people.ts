/** Accounts from the company's directory, and the last day of each daily task. */
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
