/** By which check a person has set the password, and when (decision 242). */
export const PASSWORD_SET_BY_SCHEMA = `
  ALTER TABLE passwords ADD COLUMN set_by TEXT;
  ALTER TABLE passwords ADD COLUMN set_at INTEGER;
`;
