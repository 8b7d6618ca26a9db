import type { ClientMetadata, JWKS } from 'oidc-provider';
import type { ClientService } from '#server/config/client.ts';
import {
  followsFapi,
  hasDeviceFlow,
  tokenEndpointAuthMethodOf,
} from '#server/config/client-authentication.ts';
import type { ServerConfig } from '#server/config/schema.ts';

const isWebAddress = (address: string): boolean => /^https?:/i.test(address);

/** The grant type of a device without a browser (RFC 8628, section 3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The metadata of a configured client service, in the form of OpenID Connect Dynamic Client Registration 1.0. */
export const clientMetadata = (client: ClientService, oidc: ServerConfig['oidc']): ClientMetadata => ({
  client_id: client.clientId,
  client_name: client.serviceName.en,
  application_type: client.redirectUris.every(isWebAddress) ? 'web' : 'native',
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  token_endpoint_auth_method: tokenEndpointAuthMethodOf(client),
  grant_types: ['authorization_code', ...(hasDeviceFlow(client, oidc) ? [DEVICE_GRANT] : [])],
  response_types: ['code'],
  id_token_signed_response_alg: 'RS256',
  ...(client.clientSecret !== undefined && { client_secret: client.clientSecret }),
  // The schema has checked the keys, but declares fewer members than the type.
  ...(client.jwks && { jwks: client.jwks as unknown as JWKS }),
  ...(client.jwksUri !== undefined && { jwks_uri: client.jwksUri }),
  ...(followsFapi(client, oidc) && {
    id_token_signed_response_alg: 'PS256',
    require_pushed_authorization_requests: true,
    dpop_bound_access_tokens: true,
  }),
  ...(client.backchannelLogoutUri !== undefined && {
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: true,
  }),
});

/**
 * Whether a client must use PKCE: public clients, which have no secret (RFC 9700, 2.1.1), and clients under FAPI 2.0.
 */
export const requiresPkce = (client: ClientService, oidc: ServerConfig['oidc']): boolean =>
  client.requirePkce || followsFapi(client, oidc) || tokenEndpointAuthMethodOf(client) === 'none';

/** The origins of a client service's registered addresses. For an address without an origin, it is the scheme. */
export function registeredOrigins(client: ClientService): readonly string[] {
  const urls = [...client.redirectUris, ...client.postLogoutRedirectUris].map((address) => new URL(address));
  return [...new Set(urls.map((url) => (url.origin === 'null' ? url.protocol : url.origin)))];
}
