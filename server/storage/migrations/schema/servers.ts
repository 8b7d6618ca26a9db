/**
 * The regular reports of the servers. Existing jobs of the help desk, which last an hour, have another format and are
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
