/** Whether an app is a standard authenticator, and the drift of its clock in time steps (rule 271). */
export const STANDARD_AUTHENTICATORS_SCHEMA = `
  ALTER TABLE mobile_apps ADD COLUMN is_standard INTEGER NOT NULL DEFAULT 0 CHECK (is_standard IN (0, 1));
  ALTER TABLE mobile_apps ADD COLUMN drift INTEGER NOT NULL DEFAULT 0;
`;
