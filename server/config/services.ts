import type { Service } from './client.ts';
import { wireClientId } from './problems.ts';
import type { ServerConfig } from './schema.ts';

/** All configured services, with OpenID or SAML. */
export const servicesOf = ({
  clients,
  serviceProviders,
}: Pick<ServerConfig, 'clients' | 'serviceProviders'>): readonly Service[] => [
  ...clients,
  ...serviceProviders.map((provider) => ({ ...provider, clientId: provider.serviceId })),
];

/** The service with an ID from a call, in which IDs have no pipes (rule 43); null when there is no such service. */
export const serviceWithId = (
  config: Pick<ServerConfig, 'clients' | 'serviceProviders'>,
  clientId: string,
): Service | null =>
  servicesOf(config).find((service) => wireClientId(service.clientId) === wireClientId(clientId)) ?? null;
