import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { resolveConfig } from '#server/config/load.ts';
import { createFaults } from '#server/http/guard/faults.ts';
import { siteOf } from '#server/http/page/site.ts';
import type { PortalLogins } from '#server/login/engine.ts';
import { createPortal } from '#server/login/portal.ts';
import { loginsOfAllEngines } from '#server/login/portal-logins.ts';
import { createOutbox } from '#server/login/sending/outbox.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import type { ReloadingEngine } from '#server/protocols/reloading-engine.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { addSeedAccounts, addSeedDevices } from '#server/seed/add.ts';
import { createServerApp } from '#server/start/app.ts';
import { spMetadata } from '#tests/server/saml/saml-server.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { CHEAP_HASHING } from '#tests/support/server/server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

/** Policies by the name of their service, which exists for OpenID and for SAML. */
const POLICIES = {
  plain: { authType: 'other', methods: ['pw'] },
  gated: { authType: 'other', methods: ['pw', 'yubikey'] },
  keyAlone: { authType: 'otp', methods: ['yubikey'] },
  strict: twoSteps({ yubikey: 1 }),
  open: { authType: 'other', methods: ['pw'], secondTokenPriority: { yubikey: 1 } },
} as const;

export type ServiceName = keyof typeof POLICIES;
export type Protocol = 'oidc' | 'saml';

export const CLIENT_SECRET = 'a-secret-that-is-long-enough';

export const clientIdOf = (protocol: Protocol, service: ServiceName): string => `${service}-${protocol}`;
export const originOf = (service: ServiceName): string => `https://${service.toLowerCase()}.example`;

const SERVICES = Object.keys(POLICIES) as ServiceName[];
const nameOf = (service: ServiceName) => ({ ko: service, en: service });

const CONFIG = {
  argon2: CHEAP_HASHING,
  clients: SERVICES.map((service) => ({
    clientId: clientIdOf('oidc', service),
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${originOf(service)}/callback`],
    serviceName: nameOf(service),
  })),
  serviceProviders: SERVICES.map((service) => ({
    serviceId: clientIdOf('saml', service),
    metadata: spMetadata({ origin: originOf(service) }),
    serviceName: nameOf(service),
  })),
  policies: SERVICES.map((service) => ({
    id: service,
    users: ['hong', 'kim'],
    clients: [clientIdOf('oidc', service), clientIdOf('saml', service)],
    ...POLICIES[service],
  })),
};

export type RunningPortal = {
  readonly origin: string;
  /** Epoch milliseconds. */
  now(): number;
  /** Lets time pass, in seconds. */
  wait(seconds: number): void;
  close(): Promise<void>;
};

/** Starts the portal with both engines and these services, on a clock that the test moves. */
export async function startPortal(): Promise<RunningPortal> {
  const db = await openTestStorage();
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let engines: readonly ReloadingEngine[] = [];
  const httpServer = await startHttpServer((req, res) => {
    res.shouldKeepAlive = false;
    const engine = engines.find(({ handles }) => handles(req.method ?? 'GET', req.url ?? '/'));
    void (engine ? engine.handler(req, res) : listener?.(req, res));
  });
  const origin = `http://localhost:${httpServer.port}`;
  const config = resolveConfig(CONFIG, 'the test', {
    mode: 'demo',
    publicUrl: origin,
    labOrigin: 'http://localhost:1',
  });
  const clock = { now: Math.floor(Date.now() / 60_000) * 60_000 };
  const now = () => clock.now;
  const outbox = createOutbox(now);
  const gateways = { sms: outbox, inmail: outbox, exmail: outbox, push: outbox };
  const portal = createPortal({ db, config, now, random: randomBytes, gateways });
  await addSeedAccounts(portal, config.argon2, now);
  await addSeedDevices(portal.devices);
  const environment = { config, storage: db, dataDir: null, now };
  const { unconfirmedLogouts } = portal.logins;
  const logins: PortalLogins = {
    ...portal.logins,
    signOut: (cookies) => loginsOfAllEngines(portal.logins, engines, unconfirmedLogouts).signOut(cookies),
  };
  engines = [
    await createOidcEngine({ ...environment, portal: logins }),
    await createSamlEngine({ ...environment, portal: logins }),
  ];
  const site = siteOf('<!doctype html><html><head></head><body></body></html>', new Map(), {
    renderFirstScreen: null,
    runPortal: null,
  });
  const app = createServerApp({
    portal,
    engines,
    site,
    unconfirmedLogouts,
    faults: createFaults(),
    onAnswered: () => undefined,
  });
  listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return {
    origin,
    now,
    wait(seconds) {
      clock.now += seconds * 1000;
    },
    async close() {
      await httpServer.close();
      await db.close();
    },
  };
}
