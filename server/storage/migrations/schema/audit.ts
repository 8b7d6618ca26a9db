/**
 * The audit of servers that share a storage, in addition to the audit files of each server. `turn` orders the lines of
 * one millisecond.
 */
export const AUDIT_SCHEMA = `
  CREATE TABLE audit_lines (
    line_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    account TEXT NOT NULL,
    line TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX audit_lines_by_account ON audit_lines (account, at);
  CREATE INDEX audit_lines_by_time ON audit_lines (at);
`;
