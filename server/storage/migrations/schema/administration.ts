/** Accounts of the configuration that have been created once, so that a removed one is not created again. */
export const ADMINISTRATION_SCHEMA = `
  CREATE TABLE made_accounts (
    id_hash TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
`;
