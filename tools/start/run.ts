import { join } from 'node:path';
import { labOrigin } from '#cli/start/settings.ts';
import type { DemoAccount, DemoClient } from '#lab/options.ts';
import { startLab } from '#lab/start.ts';
import { DEMO_SERVICES, type DemoService } from '#server/config/demo.ts';
import {
  DEMO_SERVICE_ID,
  DEMO_SP_CERTIFICATE,
  DEMO_SP_PATH,
  DEMO_SP_PRIVATE_KEY,
} from '#server/config/demo-saml.ts';
import type { Clock } from '#server/config/deps.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { createFaults } from '#server/http/guard/faults.ts';
import { createOutbox } from '#server/login/sending/outbox.ts';
import type { OpsAddress } from '#server/operations/listen.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { SEED_ACCOUNTS, SEED_PASSWORD } from '#server/seed/accounts.ts';
import {
  FOREIGN_YUBIKEY,
  SECOND_SPARE_YUBIKEY,
  SEEDED_DEVICES,
  SPARE_CARDS,
  SPARE_YUBIKEY,
} from '#server/seed/devices.ts';
import type { SeedAccount } from '#server/seed/seed-account.ts';
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { hostFor, startServer } from '#server/start/start.ts';
import type { DataKeys } from '#server/storage/at-rest/data-keys.ts';

/** Output folder of `npm run atlas`. */
const ATLAS_FOLDER = join(import.meta.dirname, '..', '..', 'dist-atlas');

const [MAIN_SERVICE, ...OTHER_SERVICES] = DEMO_SERVICES;

/** Options of {@link startMunjigi}. */
export type RunOptions = {
  readonly config: ServerConfig;
  readonly port: number;
  readonly labPort: number;
  /** Address to listen on. By default, a portal with a local public URL listens only on the loopback address. */
  readonly host?: string | undefined;
  readonly dataDir: string;
  /** Address of a PostgreSQL database; if absent, the data are stored in SQLite in `dataDir`. */
  readonly databaseUrl?: string;
  /** Keys that encrypt stored values; if absent, a demonstration creates a key and stores it in a file in `dataDir`. */
  readonly dataKeys?: DataKeys;
  /** Folder of the built portal. */
  readonly siteDir: string;
  /** Whether existing data are deleted. */
  readonly fresh: boolean;
  /** The clock of server and lab; by default the clock of the machine. */
  readonly now?: Clock;
  /** Address for the checks of health and for metrics; if absent, they are not served. */
  readonly ops?: OpsAddress;
  /** Whether the process is overloaded by a number of concurrent requests (rule 256); by default it is not. */
  readonly isOverloaded?: (requests: number) => boolean;
};

/** The running server, together with the lab in demo mode. */
export type Running = { close(): Promise<void> };

/** The client registration of an OpenID service of the lab. Every configuration in demo mode contains it. */
function demoService({ clients }: ServerConfig, { clientId, path }: DemoService): DemoClient {
  const client = clients.find((client) => client.clientId === clientId);
  if (!client?.clientSecret) throw new Error(`The client ${clientId} has no secret`);
  const { clientSecret, serviceName, displayContent } = client;
  return { clientId, clientSecret, serviceName, displayContent, path };
}

/** The registration of the SAML service of the lab, with the private key that signs its requests. */
function demoProvider({ serviceProviders }: ServerConfig) {
  const provider = serviceProviders.find(({ serviceId }) => serviceId === DEMO_SERVICE_ID);
  if (!provider) throw new Error(`There is no service provider ${DEMO_SERVICE_ID}`);
  return {
    entityId: provider.metadata.entityId,
    path: DEMO_SP_PATH,
    serviceName: provider.serviceName,
    privateKey: DEMO_SP_PRIVATE_KEY,
    certificate: DEMO_SP_CERTIFICATE,
  };
}

/** The data of a demo account that the lab shows, without credentials. */
const demoAccount = ({ entry, feature: shows }: SeedAccount): DemoAccount => ({
  userId: entry.userId,
  name: entry.name,
  shows,
  phoneNumber: entry.phoneNumber,
  internalMail: entry.internalMail,
  privateMail: entry.privateMail,
});

/** Opens the port of the portal, and in demo mode the port of the lab. */
async function bindPorts({ config, port, labPort, host = hostFor(config) }: RunOptions) {
  const portal = await bindPort(port, host);
  if (config.mode === 'production') return { portal, lab: null };
  try {
    return { portal, lab: await bindPort(labPort, isLoopback(config.publicUrl) ? '127.0.0.1' : host) };
  } catch (error) {
    await portal.close(0);
    throw error;
  }
}

/**
 * Starts the portal, and in demo mode the lab. All ports are opened before the data are opened. After an error nothing
 * is left running.
 * @throws Error when a port cannot be opened, such as EADDRINUSE
 * @throws DataInUseError when another process uses the data
 */
export async function startMunjigi(options: RunOptions): Promise<Running> {
  const ports = await bindPorts(options);
  try {
    return await startOnPorts(ports.portal, ports.lab, options);
  } catch (error) {
    await ports.lab?.close(0);
    throw error;
  }
}

/** Starts the portal, and the lab if it has a port. */
async function startOnPorts(
  portalPort: BoundPort,
  labPort: BoundPort | null,
  options: RunOptions,
): Promise<Running> {
  const { config, labPort: labPortNumber, host: _host, now = Date.now, ...serverOptions } = options;
  const faults = createFaults();
  const outbox = createOutbox(now);
  const server = await startServer({
    ...serverOptions,
    port: portalPort,
    config,
    engines: [createOidcEngine, createSamlEngine],
    now,
    faults,
    outbox,
  });
  if (!labPort) return server;

  try {
    const lab = await startLab(
      {
        portalUrl: config.publicUrl,
        labUrl: labOrigin(labPortNumber),
        client: demoService(config, MAIN_SERVICE),
        otherClients: OTHER_SERVICES.map((service) => demoService(config, service)),
        provider: demoProvider(config),
        accounts: SEED_ACCOUNTS.map(demoAccount),
        password: SEED_PASSWORD,
        faults,
        outbox,
        devices: SEEDED_DEVICES,
        spareYubikeys: { unmapped: SPARE_YUBIKEY, second: SECOND_SPARE_YUBIKEY, foreign: FOREIGN_YUBIKEY },
        spareCards: SPARE_CARDS,
        portalFetch: (request) => fetch(request),
        administration: server.administration,
        appScheme: config.appScheme,
        atlasDir: ATLAS_FOLDER,
        dataDir: options.dataDir,
        now,
      },
      labPort,
    );
    return {
      async close() {
        await Promise.all([lab.close(), server.close()]);
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
