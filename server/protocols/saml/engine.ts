import { randomBytes } from 'node:crypto';
import type { ServiceProvider } from '#server/config/client.ts';
import type { KeyPair } from '#server/config/key-pair.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import type { Envelope } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import { ROUTES } from './routes.ts';
import type { SamlStore } from './store.ts';

/** The values that the parts of the SAML engine share. */
export type Engine = {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly store: SamlStore;
  /** The current signing key. */
  readonly key: KeyPair;
  /** The certificates of the current and the next signing key. */
  readonly certificates: readonly string[];
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /** The entity ID of the portal as an identity provider: the address of its metadata. */
  readonly entityId: string;
  /** The service providers by entity ID. */
  readonly providers: ReadonlyMap<string, ServiceProvider>;
};

/** The absolute URL of a route of the engine. */
export const urlOf = ({ config }: Pick<Engine, 'config'>, route: keyof typeof ROUTES): string =>
  new URL(ROUTES[route], config.publicUrl).href;

/** Creates the ID of a message. It starts with an underscore, because an xs:ID must not start with a digit. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The attributes of a response that is sent now to the message `inResponseTo`. */
export const envelopeFor = (engine: Engine, inResponseTo: string, destination: string): Envelope => ({
  id: newMessageId(),
  issuer: engine.entityId,
  destination,
  inResponseTo,
  now: engine.now(),
});

/**
 * The service provider with a service id.
 * @throws SamlRefusal when the service is no longer configured
 */
export function providerWithId(engine: Pick<Engine, 'config'>, serviceId: string): ServiceProvider {
  const provider = engine.config.serviceProviders.find((provider) => provider.serviceId === serviceId);
  if (!provider)
    throw new SamlRefusal('unknown_service_provider', 'The service is not registered any longer.');
  return provider;
}
