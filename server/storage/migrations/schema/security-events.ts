/** Events for services and receivers of Shared Signals, and the streams of the receivers. */
export const SECURITY_EVENTS_SCHEMA = `
  CREATE TABLE security_events (
    event_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('logout', 'signal')),
    receiver TEXT NOT NULL,
    user_id TEXT NOT NULL,
    claims TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    next_at INTEGER,
    delivered_at INTEGER,
    failure TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX security_events_by_next ON security_events (next_at);
  CREATE INDEX security_events_by_user ON security_events (user_id);

  CREATE TABLE ssf_streams (
    receiver TEXT PRIMARY KEY,
    status TEXT NOT NULL CHECK (status IN ('enabled', 'paused', 'disabled')),
    reason TEXT,
    verified_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE ssf_removed_subjects (
    receiver TEXT NOT NULL REFERENCES ssf_streams ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    PRIMARY KEY (receiver, user_id)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX ssf_removed_subjects_by_user ON ssf_removed_subjects (user_id);
`;
