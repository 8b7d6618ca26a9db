/** By which check a person has registered a factor (decision 242). */
export const FACTOR_REGISTERED_BY_SCHEMA = `
  ALTER TABLE factors ADD COLUMN registered_by TEXT;
`;
