/** Marks standard authenticators among the apps, and stores the clock drift of an app in time steps (rule 271). */
export const STANDARD_AUTHENTICATORS_SCHEMA = `
  ALTER TABLE mobile_apps ADD COLUMN is_standard INTEGER NOT NULL DEFAULT 0 CHECK (is_standard IN (0, 1));
  ALTER TABLE mobile_apps ADD COLUMN drift INTEGER NOT NULL DEFAULT 0;
`;
