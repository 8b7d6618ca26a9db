/** The session of the OpenID engine that stands on one of the portal, by the hash of its name. */
export const ENGINE_SESSIONS_SCHEMA = `
  ALTER TABLE sessions ADD COLUMN engine_session TEXT;
`;
