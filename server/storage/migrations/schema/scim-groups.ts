/** Groups of an identity source with their members, stored apart from the members that a file names. */
export const SCIM_GROUPS_SCHEMA = `
  CREATE TABLE scim_groups (
    scim_id TEXT PRIMARY KEY,
    group_id TEXT NOT NULL UNIQUE REFERENCES account_groups ON DELETE CASCADE,
    external_id TEXT,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE scim_group_members (
    scim_id TEXT NOT NULL REFERENCES scim_groups ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    PRIMARY KEY (scim_id, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX scim_group_members_by_user ON scim_group_members (user_id);
`;
