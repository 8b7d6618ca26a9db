/** The ids of accounts for an identity source (RFC 7643, section 3.1). */
export const SCIM_SCHEMA = `
  CREATE TABLE scim_users (
    user_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    scim_id TEXT NOT NULL UNIQUE,
    external_id TEXT,
    locale TEXT,
    language TEXT,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX scim_users_by_external_id ON scim_users (external_id);
`;
