/** When a session ended because its person signed in in another browser; null again after the next sign-in. */
export const REPLACED_SESSIONS_SCHEMA = `
  ALTER TABLE sessions ADD COLUMN replaced_at INTEGER;
`;
