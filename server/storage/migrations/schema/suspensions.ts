/** Accounts that are suspended until an identity check, and the start of counting their disuse. */
export const SUSPENSIONS_SCHEMA = `
  ALTER TABLE accounts ADD COLUMN suspended TEXT CHECK (suspended IN ('dormant', 'reported'));
  ALTER TABLE accounts ADD COLUMN counted_from INTEGER;
`;
