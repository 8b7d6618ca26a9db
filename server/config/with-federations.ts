import { type ServiceProvider, unlistedProvider } from './client.ts';
import { type Federation, federationEntry } from './federations.ts';
import { wireClientId } from './problems.ts';
import type { FederatedEntity } from './saml/aggregate.ts';
import type { ServerConfig } from './schema.ts';

function displayNamesOf({ metadata, names: { ko, en } }: FederatedEntity) {
  const host = URL.canParse(metadata.entityId) ? new URL(metadata.entityId).hostname : '';
  const defaultName = ko ?? en ?? (host || metadata.entityId);
  return { ko: ko ?? defaultName, en: en ?? defaultName };
}

function providersIn(
  { name, take, services }: Federation,
  entities: readonly FederatedEntity[],
): readonly ServiceProvider[] {
  // Reversed, so that the first of several entities with the same ID is used.
  const entitiesById = new Map(entities.toReversed().map((entity) => [entity.metadata.entityId, entity]));
  const listedProviders = services.flatMap(({ entityId, ...service }) => {
    const entity = entitiesById.get(entityId);
    entitiesById.delete(entityId);
    return entity ? [{ ...service, metadata: entity.metadata, federation: name }] : [];
  });
  if (take === 'listed') return listedProviders;
  return [
    ...listedProviders,
    ...[...entitiesById.values()].map((entity) =>
      unlistedProvider(entity.metadata, displayNamesOf(entity), name),
    ),
  ];
}

/**
 * Adds the services in the metadata of the federations to a configuration (rule 275). A service of a federation is left
 * out if the configuration or an earlier federation has a service with the same ID.
 * @param entitiesOf the service providers in the current metadata of a federation
 */
export function withFederations(
  config: ServerConfig,
  entitiesOf: (federation: Federation) => readonly FederatedEntity[],
): ServerConfig {
  const serviceProviders = [...config.serviceProviders];
  const entityIds = new Set(serviceProviders.map(({ metadata }) => metadata.entityId));
  const services = [
    ...config.clients.map(({ clientId }) => clientId),
    ...serviceProviders.map(({ serviceId }) => serviceId),
  ];
  const serviceIds = new Set(services.map(wireClientId));
  for (const federation of config.federations) {
    for (const provider of providersIn(federation, entitiesOf(federation))) {
      const { metadata, serviceId } = provider;
      if (entityIds.has(metadata.entityId) || serviceIds.has(wireClientId(serviceId))) continue;
      entityIds.add(metadata.entityId);
      serviceIds.add(wireClientId(serviceId));
      serviceProviders.push(provider);
    }
  }
  const withServicesOfFederation = (client: string): readonly string[] => [
    client,
    ...serviceProviders.flatMap(({ federation, serviceId }) =>
      federation !== undefined && federationEntry(federation) === client ? [serviceId] : [],
    ),
  ];
  const policies = config.policies.map(({ clients, ...policy }) =>
    clients ? { ...policy, clients: clients.flatMap(withServicesOfFederation) } : policy,
  );
  return { ...config, serviceProviders, policies };
}
