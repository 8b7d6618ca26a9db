/**
 * Links the sessions of the help desk to sessions of the portal (`session`), with which they end. Existing sessions of
 * the help desk are dropped.
 */
export const DESK_SESSIONS_SCHEMA = `
  DROP TABLE desk_sessions;
  CREATE TABLE desk_sessions (
    id_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    proved_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX desk_sessions_by_session ON desk_sessions (session);
`;
