import type { ServerConfig } from '#server/config/schema.ts';

/** The settings on which the relying party depends. */
export type RelyingPartyConfig = Pick<ServerConfig, 'publicUrl' | 'passkeys'>;

/**
 * The WebAuthn relying party. The id is `passkeys.rpId` or, when this setting is absent, the host of the portal; the
 * origin is the origin of the portal.
 */
export const relyingParty = ({ publicUrl, passkeys }: RelyingPartyConfig) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: passkeys.rpId ?? hostname, origin };
};
