/** Groups of people. `folded_name` is the name without differences of case and width. */
export const GROUPS_SCHEMA = `
  CREATE TABLE account_groups (
    group_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE group_members (
    group_id TEXT NOT NULL REFERENCES account_groups ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX group_members_by_user ON group_members (user_id);
`;
