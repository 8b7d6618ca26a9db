import type { ServerConfig } from '#server/config/schema.ts';

/** What a relying party is made of. */
export type RelyingPartyConfig = Pick<ServerConfig, 'publicUrl' | 'passkeys'>;

/** The WebAuthn relying party: the portal's host, or the one that the passkeys belong to, and the portal's origin. */
export const relyingParty = ({ publicUrl, passkeys }: RelyingPartyConfig) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: passkeys.rpId ?? hostname, origin };
};
