/** Each server says regularly how it is. Imports of before, which last an hour, name problems in other words: they go. */
export const SERVERS_SCHEMA = `
  DELETE FROM desk_jobs;
  CREATE TABLE servers (
    server_id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
