/** The method of the identity check with which a factor was registered (rule 242). */
export const FACTOR_REGISTERED_BY_SCHEMA = `
  ALTER TABLE factors ADD COLUMN registered_by TEXT;
`;
