import type { ClientMetadata } from 'oidc-provider';

/** A relying party as the configuration file describes it. */
export type RelyingParty = {
  readonly clientId: string;
  readonly name: { readonly ko: string; readonly en: string };
  /** Absent for a public client, which then has to use PKCE. */
  readonly clientSecret?: string | undefined;
  readonly tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** Where a sign-in at the service begins (OpenID Connect Core 1.0, section 4). */
  readonly initiateLoginUri?: string | undefined;
};

/** The client metadata of OpenID Connect Registration 1.0 for a relying party. */
export const clientMetadata = (party: RelyingParty): ClientMetadata => ({
  client_id: party.clientId,
  client_name: party.name.en,
  redirect_uris: party.redirectUris,
  post_logout_redirect_uris: party.postLogoutRedirectUris,
  token_endpoint_auth_method: party.tokenEndpointAuthMethod,
  grant_types: ['authorization_code'],
  response_types: ['code'],
  id_token_signed_response_alg: 'RS256',
  ...(party.clientSecret !== undefined && { client_secret: party.clientSecret }),
});

/** Origins of a relying party's registered addresses, or the scheme where an address has no origin. */
export function registeredOrigins(party: RelyingParty): readonly string[] {
  const addresses = [...party.redirectUris, ...party.postLogoutRedirectUris].map((address) => new URL(address));
  return [...new Set(addresses.map((url) => (url.origin === 'null' ? url.protocol : url.origin)))];
}
