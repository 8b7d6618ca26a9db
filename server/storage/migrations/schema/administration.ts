/** Accounts of the configuration that were made before. */
export const ADMINISTRATION_SCHEMA = `
  CREATE TABLE made_accounts (
    id_hash TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
`;
