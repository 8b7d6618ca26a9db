/**
 * When each method of a login and of a first step was proven, and when a push was answered. `login_proved_at` and
 * `first_proved_at` contain a time for each method, separated by spaces, in the order of the methods.
 */
export const PROOF_TIMES_SCHEMA = `
  ALTER TABLE sessions ADD COLUMN login_proved_at TEXT;
  ALTER TABLE proofs ADD COLUMN first_proved_at TEXT;
  ALTER TABLE pushes ADD COLUMN decided_at INTEGER;
`;
