/**
 * The process that executes an idempotent request (`worker`), the id of its claim (`hold`) and the completed steps
 * (`parts`); when the page received the result of a QR login (`told_at`); and indexes for ending sessions.
 */
export const IDEMPOTENT_REQUESTS_SCHEMA = `
  ALTER TABLE submissions ADD COLUMN worker INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN hold TEXT NOT NULL DEFAULT '';
  ALTER TABLE submissions ADD COLUMN parts TEXT;

  ALTER TABLE qr_logins ADD COLUMN told_at INTEGER;

  CREATE INDEX access_tokens_by_session ON access_tokens (session);
  CREATE INDEX identity_tokens_by_session ON identity_tokens (session);
  CREATE INDEX qr_logins_by_session ON qr_logins (session);
  CREATE INDEX pushes_by_session ON pushes (session);
  CREATE INDEX held_logins_by_session ON held_logins (session);
  CREATE INDEX sessions_by_login ON sessions (login_user) WHERE login_user IS NOT NULL;
`;
