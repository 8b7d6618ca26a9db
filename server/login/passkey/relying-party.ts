import type { ServerConfig } from '#server/config/schema.ts';

/** Who the portal is to an authenticator: its host, and the one origin whose pages may ask. */
export const relyingParty = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
};
