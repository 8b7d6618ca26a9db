import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Administration, administrationOf } from '#server/administration/administration.ts';
import { syncDaily } from '#server/administration/daily-directory-sync.ts';
import type { Clock } from '#server/config/deps.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { deskState, lastMessages } from '#server/desk/state.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import { withBrand } from '#server/http/page/brand.ts';
import { type PageInPlace, pageInPlace } from '#server/http/page/in-place.ts';
import { readSite } from '#server/http/page/site.ts';
import { markDormantDaily } from '#server/login/dormancy.ts';
import type { PortalLogins, RequestEngine } from '#server/login/engine.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import { createPortal } from '#server/login/portal.ts';
import { loginsOfAll } from '#server/login/portal-logins.ts';
import { configuredGateways, countedGateways } from '#server/login/sending/counted-gateways.ts';
import { gatewaysOf } from '#server/login/sending/gateways.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { isCutOff } from '#server/operations/host.ts';
import type { OpsAddress } from '#server/operations/listen.ts';
import { log, type RequestEntry } from '#server/operations/log.ts';
import { operationsOf } from '#server/operations/operations.ts';
import { duringRequest } from '#server/operations/request.ts';
import { databaseWrite, diskSpace, folderWrite } from '#server/operations/writable.ts';
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
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { certificatesOf } from '#server/start/certificates.ts';
import { releases } from '#server/start/releases.ts';
import { type DataKeys, dataKeysIn } from '#server/storage/at-rest/data-keys.ts';
import { NoDataKeyError } from '#server/storage/at-rest/key-record.ts';
import { takeDataFolder } from '#server/storage/folder.ts';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { carryOver } from '#server/storage/migrations/carry-over.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sweepRegularly } from '#server/storage/sweep.ts';
import { createServerApp } from './app.ts';
import { engineRequest } from './engine-request.ts';
import { openDesk } from './open-desk.ts';

/** A protocol engine that also answers HTTP on paths of its own. */
export type HttpEngine = RequestEngine & {
  /** `url` is path and query as in the request line. */
  handles(method: string, url: string): boolean;
  handler(req: IncomingMessage, res: ServerResponse): void | Promise<void>;
  /** Throws when the keys that it signs with cannot be read. */
  checkKeys?(): Promise<unknown>;
  /** Until when the certificate of the key that signs now is good, in epoch milliseconds. */
  certificateUntil?(): Promise<number>;
  close?(): void;
};

export type EngineFactory = (options: {
  readonly config: ServerConfig;
  readonly portal: PortalLogins;
  readonly storage: Storage;
  readonly dataDir: string;
  readonly now: Clock;
  readonly pageInPlace: PageInPlace;
}) => Promise<HttpEngine>;

export type StartOptions = {
  /** Where to listen: a number, or a port that is bound already. */
  readonly port: number | BoundPort;
  /** Address to listen on where the port is a number. By default a portal for this machine listens only there. */
  readonly host?: string;
  readonly config: ServerConfig;
  /** Folder of everything that outlives the process. */
  readonly dataDir: string;
  /** Address of the PostgreSQL database; SQLite in the folder of the data when absent. */
  readonly databaseUrl?: string;
  /** Keys that seal what must be read; absent, a demonstration stores one in a file with its data. */
  readonly dataKeys?: DataKeys;
  /** Folder of the built portal. */
  readonly siteDir: string;
  readonly engines: readonly EngineFactory[];
  /** Forget all data and begin from the seed. */
  readonly fresh?: boolean;
  readonly now?: Clock;
  readonly faults?: Faults;
  /** The lab's, for messages that no gateway takes; production has none. */
  readonly outbox?: Outbox;
  /** Address of health and metrics; off when absent. */
  readonly ops?: OpsAddress;
  /** What a stop waits for while requests are still taken, so that whoever probes sees it first. */
  readonly announced?: () => Promise<unknown>;
  /** Hears of each answered request. */
  readonly answered?: (entry: RequestEntry) => void;
};

export type RunningServer = {
  /** Address under which the portal is reached. */
  readonly url: string;
  /** Port of health and metrics; null when they are off. */
  readonly opsPort: number | null;
  readonly administration: Administration;
  /**
   * Ends in order: not ready, a while in which each answer ends its connection, no further connection, the answers
   * that are under way, the storage.
   */
  close(): Promise<void>;
};

/** An engine's path as it may be logged: what follows its second segment names a request. */
const routeOf = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/^(\/[^/]*\/[^/]*)\/.+$/, '$1/:id');

function reportAnswered(
  req: IncomingMessage,
  res: ServerResponse,
  answered: (entry: RequestEntry) => void,
): void {
  const begun = performance.now();
  res.once('close', () => {
    const ms = Math.round(performance.now() - begun);
    answered({ method: req.method ?? '', route: routeOf(req.url ?? ''), status: res.statusCode, ms });
  });
}

/** The default address to listen on: only this machine where its public URL or a proxy is local. */
export const hostFor = ({ publicUrl, trustProxy }: ServerConfig): string | undefined =>
  isLoopback(publicUrl) || trustProxy ? '127.0.0.1' : undefined;

/**
 * Starts the portal's server: the engines' paths go to the engines as they come, all others to the
 * portal's app. The port and the data are taken before anything is removed.
 * @throws NoSiteError when the portal is not built; DataInUseError when another process has the data; NoDataKeyError
 * and UnknownDataKeyError when the keys are not those of the data; the error of `listen` when the port is taken. Nothing is left running then.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { port, config } = options;
  const boundPort = typeof port === 'number' ? await bindPort(port, options.host ?? hostFor(config)) : port;
  const cleanup = releases();
  try {
    return await serveOn(boundPort, cleanup, options);
  } catch (error) {
    await cleanup.run();
    await boundPort.close(0);
    throw error;
  }
}

/** @throws NoDataKeyError in production, where the key must not be stored with the data that it encrypts. */
function keysFor({ config, dataDir, dataKeys }: StartOptions): DataKeys {
  if (dataKeys) return dataKeys;
  if (config.mode === 'production') throw new NoDataKeyError();
  return dataKeysIn(dataDir);
}

/** One process works on a folder; a PostgreSQL database serves many. */
async function openStorage(cleanup: ReturnType<typeof releases>, options: StartOptions): Promise<Storage> {
  const { dataDir, databaseUrl, fresh = false } = options;
  if (databaseUrl !== undefined) {
    const db = await openPostgresDatabase(databaseUrl, keysFor(options), (error) =>
      log.warn(`database connection lost: ${error.message}`),
    );
    cleanup.add(() => db.close());
    return db;
  }
  const data = takeDataFolder(dataDir);
  cleanup.add(data.release);
  if (fresh) data.clear();
  const db = await openDatabase(join(dataDir, 'munjigi.sqlite'), keysFor(options));
  cleanup.add(() => db.close());
  await carryOver(db, dataDir);
  return db;
}

async function serveOn(
  boundPort: BoundPort,
  cleanup: ReturnType<typeof releases>,
  options: StartOptions,
): Promise<RunningServer> {
  const { config, dataDir, siteDir, now = Date.now } = options;
  const site = withBrand(await readSite(siteDir), config, dataDir);
  const deskPort = config.desk && (await bindPort(config.desk.port, config.desk.host));
  cleanup.add(() => deskPort?.close(0));
  const db = await openStorage(cleanup, options);
  cleanup.add(sweepRegularly(db, LIFETIMES, now, log.fault));
  const outbox = config.mode === 'demo' ? options.outbox : undefined;
  const opened = openAudit(config.audit, {
    dataDir,
    storage: db,
    now,
    failed: log.fault,
    isSearched: config.desk !== null,
  });
  cleanup.add(opened.close);
  const engines: HttpEngine[] = [];
  const messengers = gatewaysOf(config, outbox ?? null, (gateway, result) =>
    metrics.smsHeard(gateway, result),
  );
  const { health, metrics, server } = await operationsOf(
    {
      checkStorage: databaseWrite(db, now),
      ...(options.databaseUrl === undefined && { checkDisk: folderWrite(dataDir) }),
      checkKeys: () => Promise.all(engines.map((engine) => engine.checkKeys?.())),
      waitingPushes: () => portal.pushes.waiting(),
      hashing: hashing.state,
      certificates: () => certificatesOf(config, engines),
      gateways: configuredGateways(messengers),
      disk: () => diskSpace(dataDir),
    },
    options.ops ?? null,
  );
  cleanup.add(() => server?.close());
  const audit = metrics.counting(opened.audit);
  const answered = (entry: RequestEntry): void => {
    metrics.answered(entry);
    options.answered?.(entry);
  };
  for (const warning of warningsOf(config)) log.warn(warning);
  const messages = lastMessages(now);
  const gateways = countedGateways(messengers, (channel, result) => {
    metrics.messaged(channel, result);
    messages.heard(channel, result);
  });
  const { reportDirectoryCheck } = metrics;
  const portal = createPortal({
    db,
    config,
    now,
    random: randomBytes,
    gateways,
    audit,
    reportDirectoryCheck,
  });
  await addConfiguredAccounts(portal, config);
  await portal.ssfStreams.configure(config.sharedSignals.receivers.map(({ name }) => name));
  for (const { userId } of config.accounts) await portal.factors.of(userId);
  if (config.mode === 'demo') {
    await addSeedAccounts(portal, config.argon2, now);
    await addSeedAnswers(portal, config.argon2);
    await addSeedHistory(portal, config.argon2);
    await addSeedDevices(portal.devices);
    for (const { entry } of SEED_ACCOUNTS) await portal.factors.of(entry.userId);
  }

  cleanup.add(await markDormantDaily(portal, log.fault));

  const logins = loginsOfAll(portal.logins, engines);
  const inPlace = pageInPlace(logins, (request, env) => app.fetch(request, env));
  for (const create of options.engines) {
    const engine = await create({
      config,
      portal: logins,
      storage: db,
      dataDir,
      now,
      pageInPlace: inPlace,
    });
    cleanup.add(() => engine.close?.());
    engines.push(engine);
  }
  cleanup.add(
    securityEventDelivery({
      config,
      storage: db,
      key: signingKey({ storage: db, dataDir }, now),
      now,
    }).start(),
  );
  const endEngineSessions = async (userId: string): Promise<void> => {
    for (const engine of engines) await engine.endSessionsOf(userId);
  };
  cleanup.add(syncDaily({ portal, endEngineSessions }, log.fault));
  const faults = config.mode === 'demo' ? options.faults : undefined;
  const app = createServerApp({
    portal,
    engines,
    site,
    answered,
    ...(faults && { faults }),
  });
  const toApp = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const engine = engines.find((candidate) => candidate.handles(req.method ?? '', req.url ?? ''));
    if (!engine) return toApp(req, res);
    const request = engineRequest(req, portal);
    res.setHeader('X-Request-Id', request.id);
    await duringRequest(request, async () => {
      reportAnswered(req, res, answered);
      await engine.handler(req, res);
    });
  };
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    answer(req, res).catch((error: unknown) => {
      if (!isCutOff(req)) log.fault(error);
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  };
  boundPort.serve(serve);
  const desk =
    config.desk &&
    deskPort &&
    openDesk(deskPort, {
      portal,
      desk: config.desk,
      site,
      flushAudit: opened.flush,
      async endEngineSessions(userId) {
        for (const engine of engines) await engine.endSessionsOf(userId);
      },
      state: deskState(
        {
          portal,
          dataDir,
          gateways: messengers,
          certificates: () => certificatesOf(config, engines),
          parts: async () => (await health.ready()).parts,
        },
        messages,
      ),
      portalAnswer: serve,
      answered,
    });
  health.serve();
  return {
    url: config.publicUrl,
    opsPort: server?.port ?? null,
    administration: administrationOf(portal),
    async close() {
      health.stop();
      boundPort.announceEnd();
      await options.announced?.();
      await Promise.all([boundPort.close(), desk?.close()]);
      await cleanup.run();
    },
  };
}
