/** Why an account is suspended until an identity check, and from when its days without use are counted. */
export const SUSPENSIONS_SCHEMA = `
  ALTER TABLE accounts ADD COLUMN suspended TEXT CHECK (suspended IN ('dormant', 'reported'));
  ALTER TABLE accounts ADD COLUMN counted_from INTEGER;
`;
