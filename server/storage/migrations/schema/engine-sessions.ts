/** The hashed name of the OpenID engine's session that depends on a session of the portal. */
export const ENGINE_SESSIONS_SCHEMA = `
  ALTER TABLE sessions ADD COLUMN engine_session TEXT;
`;
