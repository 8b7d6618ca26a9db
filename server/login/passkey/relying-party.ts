import type { ServerConfig } from '#server/config/schema.ts';

/** The settings of the relying party. */
export type RelyingPartyConfig = Pick<ServerConfig, 'publicUrl' | 'passkeys'>;

/** The WebAuthn relying party: its id is the portal's host or `passkeys.rpId`, its origin the portal's. */
export const relyingParty = ({ publicUrl, passkeys }: RelyingPartyConfig) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: passkeys.rpId ?? hostname, origin };
};
