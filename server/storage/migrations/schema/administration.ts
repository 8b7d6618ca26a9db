/** Hashed IDs of accounts that were created from the configuration, so that a removed account is not created again. */
export const ADMINISTRATION_SCHEMA = `
  CREATE TABLE made_accounts (
    id_hash TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
`;
