import { randomBytes } from 'node:crypto';
import type { ServiceProvider } from '#server/config/client.ts';
import type { KeyPair } from '#server/config/key-pair.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import type { Envelope } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import { ROUTES } from './routes.ts';
import type { SamlStore } from './store.ts';

/** Dependencies of the engine's parts. */
export type Engine = {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly store: SamlStore;
  readonly key: KeyPair;
  /** Certificates of the current signing key and of the next one. */
  readonly certificates: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Entity ID of this identity provider: the address of its metadata. */
  readonly entityId: string;
  /** Service providers by entity ID. */
  readonly providers: ReadonlyMap<string, ServiceProvider>;
};

/** An absolute URL of the engine. */
export const urlOf = ({ config }: Pick<Engine, 'config'>, route: keyof typeof ROUTES): string =>
  new URL(ROUTES[route], config.publicUrl).href;

/** A new ID of a message; it begins with a letter, as xs:ID has to. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The envelope of an answer that is sent now. */
export const envelopeFor = (engine: Engine, inResponseTo: string, destination: string): Envelope => ({
  id: newMessageId(),
  issuer: engine.entityId,
  destination,
  inResponseTo,
  now: engine.now(),
});

/**
 * The service provider of a service id.
 * @throws SamlRefusal when it is no longer configured.
 */
export function providerNamed(engine: Pick<Engine, 'config'>, serviceId: string): ServiceProvider {
  const provider = engine.config.serviceProviders.find((provider) => provider.serviceId === serviceId);
  if (!provider)
    throw new SamlRefusal('unknown_service_provider', 'The service is not registered any longer.');
  return provider;
}
