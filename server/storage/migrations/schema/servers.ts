/**
 * The regular reports of the servers about themselves. Existing jobs of the help desk have another format and are
 * dropped.
 */
export const SERVERS_SCHEMA = `
  DELETE FROM desk_jobs;
  CREATE TABLE servers (
    server_id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
