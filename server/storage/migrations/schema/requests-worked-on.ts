/** The progress of a pending request: 0 none, 1 the policy was checked, 2 a method was proven. */
export const REQUESTS_WORKED_ON_SCHEMA = `
  ALTER TABLE engine_begun ADD COLUMN worked_on INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX engine_begun_by_id ON engine_begun (id);
`;
