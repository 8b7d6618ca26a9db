/** The push subscription of a person's web app. `subscription` is null for an app without notifications. */
export const PUSH_SUBSCRIPTIONS_SCHEMA = `
  CREATE TABLE push_subscriptions (
    user_id TEXT PRIMARY KEY REFERENCES mobile_apps ON DELETE CASCADE,
    subscription TEXT,
    paused_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
