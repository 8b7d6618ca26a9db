import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { syncDaily } from '#server/administration/daily-directory-sync.ts';
import { portalStateReader } from '#server/administration/state.ts';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { deriveKeyByPackage } from '#server/hashes/argon2-key.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import { newSessionGuard } from '#server/http/guard/new-sessions.ts';
import { withBrand } from '#server/http/page/brand.ts';
import { pageInPlace } from '#server/http/page/in-place.ts';
import type { Site } from '#server/http/page/site.ts';
import { makeUnusedAccountsDormantDaily } from '#server/login/dormancy.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import { createPortal, type Portal } from '#server/login/portal.ts';
import { loginsOfAllEngines } from '#server/login/portal-logins.ts';
import { countedGateways } from '#server/login/sending/counted-gateways.ts';
import { type Gateways, gatewaysOf } from '#server/login/sending/gateways.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { auditUndelivered } from '#server/login/sending/sms/undelivered.ts';
import type { Audit } from '#server/operations/audit/event.ts';
import { isAborted } from '#server/operations/host.ts';
import { log, type RequestEntry } from '#server/operations/log.ts';
import type { Operations } from '#server/operations/operations.ts';
import { runWithRequest } from '#server/operations/request.ts';
import type { lastMessages } from '#server/operations/server-reports.ts';
import { signingKey } from '#server/protocols/oidc/keys.ts';
import { securityEventDelivery } from '#server/protocols/security-events/delivery.ts';
import { SEED_ACCOUNTS } from '#server/seed/accounts.ts';
import {
  addConfiguredAccounts,
  addSeedAccounts,
  addSeedAnswers,
  addSeedDevices,
  addSeedHistory,
} from '#server/seed/add.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createServerApp } from './app.ts';
import { certificatesOf } from './certificates.ts';
import { cleanupStack } from './cleanup-stack.ts';
import { deskListener } from './desk-listener.ts';
import { engineRequest } from './engine-request.ts';
import type { EngineFactory, HttpEngine } from './http-engine.ts';

/** Resources of the process that stay open when the configuration is reloaded. */
type SharedResources = Pick<Operations, 'metrics'> & {
  readonly storage: Storage;
  /** The built portal, without the configured brand. */
  readonly site: Site;
  readonly dataDir: string;
  readonly engines: readonly EngineFactory[];
  /** The lab's outbox; null in production. */
  readonly outbox: Outbox | null;
  readonly faults?: Faults;
  readonly now: Clock;
  readonly audit: Audit;
  readonly flushAudit: () => Promise<void>;
  readonly messages: ReturnType<typeof lastMessages>;
  /** Whether the process is overloaded with this many running requests. */
  readonly isOverloaded: (running: number) => boolean;
  /** Called for each answered request. */
  readonly onAnswered: (entry: RequestEntry) => void;
};

/** The parts of a running server that depend on the configuration. */
export type Assembly = {
  readonly config: ServerConfig;
  readonly portal: Portal;
  readonly gateways: Gateways;
  /** Expiry of each certificate, in epoch milliseconds, by the name of the certificate. */
  certificates(): Promise<Readonly<Record<string, number>>>;
  /** Throws when the signing keys cannot be read. */
  checkKeys(): Promise<unknown>;
  /** Handles a request at the portal's port. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Handles a request at the help desk's port. */
  handleDesk(req: IncomingMessage, res: ServerResponse): void;
  /** Waits for running requests and jobs of the help desk, and then releases all resources. */
  retire(): Promise<void>;
  /** Interrupts the jobs of the help desk, and releases all resources. */
  close(): Promise<void>;
};

/**
 * The path of an engine for the log. Segments after the second segment are left out, because they may identify a
 * request.
 */
const routeOf = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/^(\/[^/]*\/[^/]*)\/.+$/, '$1/:id');

function reportAnswered(
  req: IncomingMessage,
  res: ServerResponse,
  onAnswered: (entry: RequestEntry) => void,
): void {
  const startedAt = performance.now();
  res.once('close', () => {
    const ms = Math.round(performance.now() - startedAt);
    onAnswered({ method: req.method ?? '', route: routeOf(req.url ?? ''), status: res.statusCode, ms });
  });
}

/** The running requests, which can be counted and waited for. */
function runningRequests() {
  const running = new Set<Promise<void>>();
  return {
    add(request: Promise<void>): void {
      running.add(request);
      void request.finally(() => running.delete(request));
    },
    count: () => running.size,
    async waitUntilDone(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

async function addAccounts(portal: Portal, config: ServerConfig, now: Clock): Promise<void> {
  await addConfiguredAccounts(portal, config);
  // Listing the factors of a person stores the rows of the devices that were added without a registration.
  for (const { userId } of config.accounts) await portal.factors.of(userId);
  if (config.mode === 'demo') {
    await addSeedAccounts(portal, config.argon2, now);
    await addSeedAnswers(portal, config.argon2);
    await addSeedHistory(portal, config.argon2);
    await addSeedDevices(portal.devices);
    for (const { entry } of SEED_ACCOUNTS) await portal.factors.of(entry.userId);
  }
}

/**
 * Builds the assembly of a configuration. Steps that fail for an invalid configuration run before anything is stored.
 * @throws the errors of `startServer`, after all resources are released
 */
export const assemblerOf =
  (shared: SharedResources) =>
  async (config: ServerConfig): Promise<Assembly> => {
    const cleanup = cleanupStack();
    try {
      return await assemble(shared, config, cleanup);
    } catch (error) {
      await cleanup.run();
      throw error;
    }
  };

async function assemble(
  shared: SharedResources,
  config: ServerConfig,
  cleanup: ReturnType<typeof cleanupStack>,
): Promise<Assembly> {
  const { storage, dataDir, now, audit, metrics, messages, isOverloaded, onAnswered } = shared;
  const isDemo = config.mode === 'demo';
  const site = withBrand(shared.site, config, dataDir);
  const configuredGateways = gatewaysOf(
    config,
    isDemo ? shared.outbox : null,
    metrics.countSmsResult,
    auditUndelivered(audit),
  );
  const gateways = countedGateways(configuredGateways, (channel, result) => {
    metrics.countMessage(channel, result);
    messages.record(channel, result);
  });
  const { reportDirectoryCheck } = metrics;
  const portal = createPortal({
    db: storage,
    config,
    now,
    random: randomBytes,
    gateways,
    audit,
    reportDirectoryCheck,
  });
  const engines: HttpEngine[] = [];
  const delivery = securityEventDelivery({
    config,
    storage,
    signingKey: signingKey({ storage, dataDir }, now),
    now,
  });
  const { unconfirmedLogouts } = delivery;
  const logins = loginsOfAllEngines(portal.logins, engines, unconfirmedLogouts);
  const inPlace = pageInPlace(logins, (request, env) => app.fetch(request, env));
  for (const create of shared.engines) {
    const engine = await create({ config, portal: logins, storage, dataDir, now, pageInPlace: inPlace });
    cleanup.add(() => engine.close?.());
    engines.push(engine);
  }
  const app = createServerApp({
    portal,
    engines,
    site,
    unconfirmedLogouts,
    onAnswered,
    ...(isDemo && shared.faults && { faults: shared.faults }),
  });
  const handleByApp = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const running = runningRequests();

  const newSessions = newSessionGuard(config);
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (isOverloaded(running.count()) && newSessions.beginsSession(req)) {
      metrics.countRefusedSession();
      return newSessions.refuse(req, res);
    }
    const engine = engines.find((candidate) => candidate.handles(req.method ?? '', req.url ?? ''));
    if (!engine) return handleByApp(req, res);
    const request = engineRequest(req, portal);
    res.setHeader('X-Request-Id', request.id);
    await runWithRequest(request, async () => {
      reportAnswered(req, res, onAnswered);
      await engine.handler(req, res);
    });
  };
  const handle = (req: IncomingMessage, res: ServerResponse): void =>
    running.add(
      answer(req, res).catch((error: unknown) => {
        if (!isAborted(req)) log.fault(error);
        if (!res.headersSent) res.writeHead(500);
        res.end();
      }),
    );
  const certificates = () => certificatesOf(config, engines);
  const endEngineSessions = async (userId: string): Promise<void> => {
    for (const engine of engines) await engine.endSessionsOf(userId);
  };
  const desk =
    config.desk &&
    deskListener({
      portal,
      desk: config.desk,
      site,
      flushAudit: shared.flushAudit,
      endEngineSessions,
      readState: portalStateReader({
        portal,
        dataDir,
        gateways: configuredGateways,
        certificateEnds: certificates,
      }),
      handlePortalRequest: handle,
      onAnswered,
    });
  if (desk) cleanup.add(() => desk.backgroundJobs.stop());

  await addAccounts(portal, config, now);
  await portal.ssfStreams.configure(config.sharedSignals.receivers.map(({ name }) => name));
  cleanup.add(await makeUnusedAccountsDormantDaily(portal, log.fault));
  cleanup.add(delivery.start());
  cleanup.add(syncDaily({ portal, endEngineSessions }, log.fault));
  for (const warning of warningsOf(config)) log.warn(warning);
  if (!deriveKeyByPackage) {
    log.warn(
      '@node-rs/argon2 has no build for this system: passwords are compared by Node, three times slower',
    );
  }

  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= cleanup.run();
    return closing;
  };
  return {
    config,
    portal,
    gateways: configuredGateways,
    certificates,
    checkKeys: () => Promise.all(engines.map((engine) => engine.checkKeys?.())),
    handle,
    handleDesk(req, res) {
      if (desk) running.add(desk.handle(req, res));
    },
    async retire() {
      await running.waitUntilDone();
      await desk?.backgroundJobs.waitUntilDone();
      await close();
    },
    close,
  };
}
