import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Administration, administrationOf } from '#server/administration/administration.ts';
import { ConfigError } from '#server/config/config-error.ts';
import type { Clock } from '#server/config/deps.ts';
import { fixedProblems } from '#server/config/fixed.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import { readSite } from '#server/http/page/site.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { configuredGateways } from '#server/login/sending/counted-gateways.ts';
import type { Outbox } from '#server/login/sending/outbox.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import type { OpsAddress } from '#server/operations/listen.ts';
import { log, type RequestEntry } from '#server/operations/log.ts';
import { operationsOf } from '#server/operations/operations.ts';
import { lastMessages, serverReports } from '#server/operations/server-reports.ts';
import { databaseWrite, diskSpace, folderWrite } from '#server/operations/writable.ts';
import { federationsIn } from '#server/protocols/saml/federation/federations.ts';
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { releases } from '#server/start/releases.ts';
import { type DataKeys, dataKeysIn } from '#server/storage/at-rest/data-keys.ts';
import { NoDataKeyError } from '#server/storage/at-rest/key-record.ts';
import { takeDataFolder } from '#server/storage/folder.ts';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { carryOver } from '#server/storage/migrations/carry-over.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { regularly } from '#server/storage/regularly.ts';
import { serversIn } from '#server/storage/repositories/servers.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sweepRegularly } from '#server/storage/sweep.ts';
import { type Assembly, assemblerOf } from './assembly.ts';
import type { EngineFactory } from './http-engine.ts';

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
  /** Whether so many requests are too much for the process now (decision 256); never when absent. */
  readonly isOverloaded?: (underWay: number) => boolean;
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
   * Puts a new configuration in force, whole or not at all: requests that are under way end by the former one, later
   * ones go by the new one.
   * @throws ConfigError naming what only a restart changes, and what a start may fail with; the former one stays in force then.
   */
  reload(config: ServerConfig): Promise<void>;
  /**
   * Ends in order: not ready, a while in which each answer ends its connection, no further connection, the answers
   * that are under way, the storage.
   */
  close(): Promise<void>;
};

/** How often it is looked whether the metadata of a federation is due, or has ended. */
const FEDERATIONS_EVERY_MS = 60_000;

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
  const site = await readSite(siteDir);
  const deskPort = config.desk && (await bindPort(config.desk.port, config.desk.host));
  cleanup.add(() => deskPort?.close(0));
  const storage = await openStorage(cleanup, options);
  cleanup.add(sweepRegularly(storage, LIFETIMES, now, log.fault));
  const opened = openAudit(config.audit, {
    dataDir,
    storage,
    now,
    failed: log.fault,
    isSearched: config.desk !== null,
  });
  cleanup.add(opened.close);
  const federations = federationsIn(storage, now);
  /** The configuration as it was asked for, without the services of federations. */
  let asked = config;
  /** What operators see; null while the server starts. */
  let watched: Assembly | null = null;
  const { health, metrics, server } = await operationsOf(
    {
      checkStorage: databaseWrite(storage, now),
      ...(options.databaseUrl === undefined && { checkDisk: folderWrite(dataDir) }),
      checkKeys: async () => watched?.checkKeys(),
      waitingPushes: async () => watched?.portal.pushes.waiting() ?? Number.NaN,
      hashing: hashing.state,
      certificates: async () => watched?.certificates() ?? {},
      federations: () => federations.reports(asked),
      gateways: () => (watched ? configuredGateways(watched.gateways) : {}),
      disk: () => diskSpace(dataDir),
    },
    options.ops ?? null,
  );
  cleanup.add(() => server?.close());
  const messages = lastMessages(now);
  const reports = serverReports({
    servers: serversIn(storage, now),
    health,
    hashing: hashing.state,
    messages,
    now,
  });
  cleanup.add(reports.end);
  const assembling = assemblerOf({
    storage,
    site,
    dataDir,
    engines: options.engines,
    outbox: options.outbox ?? null,
    ...(options.faults && { faults: options.faults }),
    now,
    audit: metrics.counting(opened.audit),
    flushAudit: opened.flush,
    metrics,
    messages,
    isOverloaded: options.isOverloaded ?? (() => false),
    answered(entry) {
      metrics.answered(entry);
      options.answered?.(entry);
    },
  });
  let current = await assembling(await federations.withFederatedServices(config));
  watched = current;
  const held = new Set([current]);
  cleanup.add(async () => {
    for (const assembly of held) await assembly.close();
  });

  const replace = async (next: ServerConfig): Promise<void> => {
    const fixed = fixedProblems(current.config, next);
    if (fixed.length > 0) throw new ConfigError('The new configuration', fixed);
    const former = current;
    current = await assembling(await federations.withFederatedServices(next));
    asked = next;
    watched = current;
    held.add(current);
    void former
      .retire()
      .catch(log.fault)
      .finally(() => held.delete(former));
  };
  let replacing: Promise<void> = Promise.resolve();
  const reload = (next: () => ServerConfig): Promise<void> => {
    const replaced = replacing.then(() => replace(next()));
    replacing = replaced.catch(() => undefined);
    return replaced;
  };
  const lookAtFederations = async (): Promise<void> => {
    await federations.readDue(asked);
    const { serviceProviders } = await federations.withFederatedServices(asked);
    if (!isDeepStrictEqual(serviceProviders, current.config.serviceProviders)) await reload(() => asked);
  };
  const firstLook = lookAtFederations().catch(log.fault);
  const stopLooking = regularly(FEDERATIONS_EVERY_MS, lookAtFederations, log.fault);
  cleanup.add(async () => {
    await stopLooking();
    await firstLook;
  });
  boundPort.serve((req, res) => current.handle(req, res));
  deskPort?.serve((req, res) => current.handleDesk(req, res));
  health.serve();
  await reports.begin();
  return {
    url: config.publicUrl,
    opsPort: server?.port ?? null,
    get administration() {
      return administrationOf(current.portal);
    },
    reload: (next) => reload(() => next),
    async close() {
      health.stop();
      const lastReport = reports.tell();
      boundPort.announceEnd();
      await options.announced?.();
      await Promise.all([boundPort.close(), deskPort?.close(), lastReport]);
      await replacing;
      await cleanup.run();
    },
  };
}
