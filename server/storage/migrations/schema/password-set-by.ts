/** The method of the identity check with which a password was set, and the time (rule 242). */
export const PASSWORD_SET_BY_SCHEMA = `
  ALTER TABLE passwords ADD COLUMN set_by TEXT;
  ALTER TABLE passwords ADD COLUMN set_at INTEGER;
`;
