/** The current screen of a session in a browser without scripts (rule 233). */
export const SCREENS_SCHEMA = `
  CREATE TABLE screens (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    screen TEXT NOT NULL,
    stored_at INTEGER NOT NULL
  ) STRICT;
`;
