import type { ServerConfig } from '#server/config/schema.ts';

/** The WebAuthn relying party: the portal's host and origin. */
export const relyingParty = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
};
