import type { ClientMetadata } from 'oidc-provider';
import type { ClientService } from '#server/config/client.ts';

const isWebAddress = (address: string): boolean => /^https?:/i.test(address);

/** How a client service proves itself at the token endpoint. */
const authMethodOf = ({ clientSecret, tokenEndpointAuthMethod }: ClientService) =>
  tokenEndpointAuthMethod ?? (clientSecret === undefined ? 'none' : 'client_secret_basic');

/** Client metadata of OpenID Connect Dynamic Client Registration 1.0 for a configured client service. */
export const clientMetadata = (client: ClientService): ClientMetadata => ({
  client_id: client.clientId,
  client_name: client.serviceName.en,
  application_type: client.redirectUris.every(isWebAddress) ? 'web' : 'native',
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  token_endpoint_auth_method: authMethodOf(client),
  grant_types: ['authorization_code'],
  response_types: ['code'],
  id_token_signed_response_alg: 'RS256',
  ...(client.clientSecret !== undefined && { client_secret: client.clientSecret }),
  ...(client.backchannelLogoutUri !== undefined && {
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: true,
  }),
});

/** A public client cannot keep a secret, so it has to prove its code by PKCE (RFC 9700, 2.1.1). */
export const needsPkce = (client: ClientService): boolean =>
  client.requirePkce || authMethodOf(client) === 'none';

/** Origins of a client service's registered addresses, or the scheme where an address has no origin. */
export function registeredOrigins(client: ClientService): readonly string[] {
  const urls = [...client.redirectUris, ...client.postLogoutRedirectUris].map((address) => new URL(address));
  return [...new Set(urls.map((url) => (url.origin === 'null' ? url.protocol : url.origin)))];
}
