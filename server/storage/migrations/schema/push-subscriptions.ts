/** Where the web app of a person takes notifications; a row without a subscription is of an app that takes none. */
export const PUSH_SUBSCRIPTIONS_SCHEMA = `
  CREATE TABLE push_subscriptions (
    user_id TEXT PRIMARY KEY REFERENCES mobile_apps ON DELETE CASCADE,
    subscription TEXT,
    paused_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
