import type { ClientService } from './client.ts';
import type { ServerConfig } from './schema.ts';

/** The client authentication method at the token endpoint (OpenID Connect Core 1.0, section 9). */
export function tokenEndpointAuthMethodOf({
  clientSecret,
  jwks,
  jwksUri,
  tokenEndpointAuthMethod,
}: ClientService) {
  if (tokenEndpointAuthMethod) return tokenEndpointAuthMethod;
  if (clientSecret !== undefined) return 'client_secret_basic';
  return jwks || jwksUri ? 'private_key_jwt' : 'none';
}

/** Whether a service follows the FAPI 2.0 Security Profile (rule 274). */
export const followsFapi = ({ fapi }: ClientService, oidc: ServerConfig['oidc']): boolean =>
  fapi ?? oidc.fapi;

/** Whether any service follows the FAPI 2.0 Security Profile. */
export const hasFapiService = ({ clients, oidc }: Pick<ServerConfig, 'clients' | 'oidc'>): boolean =>
  clients.some((client) => followsFapi(client, oidc));

/** Whether a service may use the device flow; FAPI 2.0 allows only the code flow. */
export const hasDeviceFlow = (client: ClientService, oidc: ServerConfig['oidc']): boolean =>
  (client.deviceFlow ?? oidc.deviceFlow) && !followsFapi(client, oidc);
