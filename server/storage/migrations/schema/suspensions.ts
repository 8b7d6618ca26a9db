/** Accounts that are shut until an identity check, and the moment from which an unused one is counted. */
export const SUSPENSIONS_SCHEMA = `
  ALTER TABLE accounts ADD COLUMN suspended TEXT CHECK (suspended IN ('dormant', 'reported'));
  ALTER TABLE accounts ADD COLUMN counted_from INTEGER;
`;
