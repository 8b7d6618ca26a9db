/** The last metadata of each federation (rule 275). `source` is a hash of its address and pinned certificates. */
export const FEDERATIONS_SCHEMA = `
  CREATE TABLE federation_metadata (
    source TEXT PRIMARY KEY,
    read_at INTEGER,
    digest TEXT,
    entities TEXT,
    valid_until INTEGER,
    next_at INTEGER NOT NULL,
    failure TEXT
  ) STRICT, WITHOUT ROWID;
`;
