import type { Service } from './client.ts';
import { wireClientId } from './problems.ts';
import type { ServerConfig } from './schema.ts';

/** All services of the configuration, of both protocols. */
export const servicesOf = ({
  clients,
  serviceProviders,
}: Pick<ServerConfig, 'clients' | 'serviceProviders'>): readonly Service[] => [
  ...clients,
  ...serviceProviders.map((provider) => ({ ...provider, clientId: provider.serviceId })),
];

/** The service of an id in a call, which has no pipes (rule 43). */
export const serviceNamed = (
  config: Pick<ServerConfig, 'clients' | 'serviceProviders'>,
  clientId: string,
): Service | null =>
  servicesOf(config).find((service) => wireClientId(service.clientId) === wireClientId(clientId)) ?? null;
