/** Sessions that ended because their person signed in elsewhere, until the next sign-in there. */
export const REPLACED_SESSIONS_SCHEMA = `
  ALTER TABLE sessions ADD COLUMN replaced_at INTEGER;
`;
