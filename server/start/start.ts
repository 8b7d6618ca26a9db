import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Administration, administrationOf } from '#server/administration/administration.ts';
import { ConfigError } from '#server/config/config-error.ts';
import type { Clock } from '#server/config/deps.ts';
import { isLoopback } from '#server/config/loopback.ts';
import { restartProblems } from '#server/config/restart-settings.ts';
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
import { databaseWriteCheck, diskSpace, folderWriteCheck } from '#server/operations/writable.ts';
import { federationsIn } from '#server/protocols/saml/federation/federations.ts';
import { type BoundPort, bindPort } from '#server/start/bound-port.ts';
import { cleanupStack } from '#server/start/cleanup-stack.ts';
import { type DataKeys, loadDataKeys } from '#server/storage/at-rest/data-keys.ts';
import { NoDataKeyError } from '#server/storage/at-rest/key-record.ts';
import { lockDataFolder } from '#server/storage/folder.ts';
import { LIFETIMES } from '#server/storage/lifetimes.ts';
import { importFormerFiles } from '#server/storage/migrations/former-files.ts';
import { openDatabase } from '#server/storage/open.ts';
import { openPostgresDatabase } from '#server/storage/open-postgres.ts';
import { runRegularly } from '#server/storage/regularly.ts';
import { serversIn } from '#server/storage/repositories/servers.ts';
import type { Storage } from '#server/storage/storage.ts';
import { sweepRegularly } from '#server/storage/sweep.ts';
import { type Assembly, assemblerOf } from './assembly.ts';
import type { EngineFactory } from './http-engine.ts';

export type StartOptions = {
  /** Port to listen on: a number, or a port that is already bound. */
  readonly port: number | BoundPort;
  /** Address to listen on when the port is a number; by default the result of `hostFor`. */
  readonly host?: string;
  readonly config: ServerConfig;
  /** Folder of the persistent data. */
  readonly dataDir: string;
  /** Address of the PostgreSQL database; SQLite in the folder of the data when absent. */
  readonly databaseUrl?: string;
  /** Data keys. A demonstration without data keys stores a new key in the folder of its data. */
  readonly dataKeys?: DataKeys;
  /** Folder of the built portal. */
  readonly siteDir: string;
  readonly engines: readonly EngineFactory[];
  /** Whether to delete all data and start with the demo data. */
  readonly fresh?: boolean;
  readonly now?: Clock;
  readonly faults?: Faults;
  /** The lab's outbox, for channels without a gateway; absent in production. */
  readonly outbox?: Outbox;
  /** Address of health and metrics; off when absent. */
  readonly ops?: OpsAddress;
  /**
   * Called when the server begins to stop. Requests are accepted until the returned promise resolves, so that load
   * balancers can first notice the stop.
   */
  readonly onStopBegun?: () => Promise<unknown>;
  /** Whether the process is overloaded with a number of running requests (rule 256). By default it never is. */
  readonly isOverloaded?: (running: number) => boolean;
  /** Called for each answered request. */
  readonly onAnswered?: (entry: RequestEntry) => void;
};

export type RunningServer = {
  /** Origin of the portal. */
  readonly url: string;
  /** Port of health and metrics; null when they are off. */
  readonly opsPort: number | null;
  readonly administration: Administration;
  /**
   * Replaces the configuration. Running requests end with the former configuration, later requests use the new
   * configuration.
   * @throws ConfigError naming settings that need a restart, and the errors of `startServer`; the former configuration
   * is   then still used
   */
  reload(config: ServerConfig): Promise<void>;
  /**
   * Stops gracefully: reports that the server is not ready, closes each connection after its next answer, accepts no
   * further connections, waits for running requests, and closes the storage.
   */
  close(): Promise<void>;
};

/** Interval at which the server checks whether the metadata of a federation has to be read or has expired. */
const FEDERATION_CHECK_INTERVAL_MS = 60_000;

/** The default address to listen on: loopback when the public URL is local or a proxy is trusted. */
export const hostFor = ({ publicUrl, trustProxy }: ServerConfig): string | undefined =>
  isLoopback(publicUrl) || trustProxy ? '127.0.0.1' : undefined;

/**
 * Starts the portal's server. Requests for an engine's paths go to that engine, all others to the portal's app.
 * @throws NoSiteError when the portal is not built; DataInUseError when another process uses the data; NoDataKeyError
 * and UnknownDataKeyError when the keys do not belong to the data; the error of `listen` when the port is in use.
 * Before an error is thrown, all resources are released
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { port, config } = options;
  const boundPort = typeof port === 'number' ? await bindPort(port, options.host ?? hostFor(config)) : port;
  const cleanup = cleanupStack();
  try {
    return await serveOn(boundPort, cleanup, options);
  } catch (error) {
    await cleanup.run();
    await boundPort.close(0);
    throw error;
  }
}

/** @throws NoDataKeyError in production, where a data key must not be stored with the data that the key encrypts */
function dataKeysFor({ config, dataDir, dataKeys }: StartOptions): DataKeys {
  if (dataKeys) return dataKeys;
  if (config.mode === 'production') throw new NoDataKeyError();
  return loadDataKeys(dataDir);
}

/** Opens PostgreSQL, which servers may share, or SQLite in the data folder, which one process locks. */
async function openStorage(
  cleanup: ReturnType<typeof cleanupStack>,
  options: StartOptions,
): Promise<Storage> {
  const { dataDir, databaseUrl, fresh = false } = options;
  if (databaseUrl !== undefined) {
    const db = await openPostgresDatabase(databaseUrl, dataKeysFor(options), (error) =>
      log.warn(`database connection lost: ${error.message}`),
    );
    cleanup.add(() => db.close());
    return db;
  }
  const data = lockDataFolder(dataDir);
  cleanup.add(data.release);
  if (fresh) data.clear();
  const db = await openDatabase(join(dataDir, 'munjigi.sqlite'), dataKeysFor(options));
  cleanup.add(() => db.close());
  await importFormerFiles(db, dataDir);
  return db;
}

async function serveOn(
  boundPort: BoundPort,
  cleanup: ReturnType<typeof cleanupStack>,
  options: StartOptions,
): Promise<RunningServer> {
  const { config, dataDir, siteDir, now = Date.now } = options;
  const site = await readSite(siteDir);
  const deskPort = config.desk && (await bindPort(config.desk.port, config.desk.host));
  cleanup.add(() => deskPort?.close(0));
  const storage = await openStorage(cleanup, options);
  cleanup.add(sweepRegularly(storage, LIFETIMES, now, log.fault));
  const openedAudit = openAudit(config.audit, {
    dataDir,
    storage,
    now,
    reportFailure: log.fault,
    isSearched: config.desk !== null,
  });
  cleanup.add(openedAudit.close);
  const federations = federationsIn(storage, now);
  /** The requested configuration, without the services of federations. */
  let requestedConfig = config;
  /** The assembly behind health and metrics; null while the server starts. */
  let monitoredAssembly: Assembly | null = null;
  const { health, metrics, server } = await operationsOf(
    {
      checkStorage: databaseWriteCheck(storage, now),
      ...(options.databaseUrl === undefined && { checkDisk: folderWriteCheck(dataDir) }),
      checkKeys: async () => monitoredAssembly?.checkKeys(),
      waitingPushes: async () => monitoredAssembly?.portal.pushes.countPending() ?? Number.NaN,
      hashing: hashing.state,
      certificates: async () => monitoredAssembly?.certificates() ?? {},
      federations: () => federations.reports(requestedConfig),
      gateways: () => (monitoredAssembly ? configuredGateways(monitoredAssembly.gateways) : {}),
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
  const assemble = assemblerOf({
    storage,
    site,
    dataDir,
    engines: options.engines,
    outbox: options.outbox ?? null,
    ...(options.faults && { faults: options.faults }),
    now,
    audit: metrics.countingAudit(openedAudit.audit),
    flushAudit: openedAudit.flush,
    metrics,
    messages,
    isOverloaded: options.isOverloaded ?? (() => false),
    onAnswered(entry) {
      metrics.countRequest(entry);
      options.onAnswered?.(entry);
    },
  });
  let currentAssembly = await assemble(await federations.withFederatedServices(config));
  monitoredAssembly = currentAssembly;
  const assemblies = new Set([currentAssembly]);
  cleanup.add(async () => {
    for (const assembly of assemblies) await assembly.close();
  });

  const replace = async (next: ServerConfig): Promise<void> => {
    const problems = restartProblems(currentAssembly.config, next);
    if (problems.length > 0) throw new ConfigError('The new configuration', problems);
    const formerAssembly = currentAssembly;
    currentAssembly = await assemble(await federations.withFederatedServices(next));
    requestedConfig = next;
    monitoredAssembly = currentAssembly;
    assemblies.add(currentAssembly);
    void formerAssembly
      .retire()
      .catch(log.fault)
      .finally(() => assemblies.delete(formerAssembly));
  };
  let replacing: Promise<void> = Promise.resolve();
  const reload = (next: () => ServerConfig): Promise<void> => {
    const replacement = replacing.then(() => replace(next()));
    replacing = replacement.catch(() => undefined);
    return replacement;
  };
  const refreshFederations = async (): Promise<void> => {
    await federations.readDue(requestedConfig);
    const { serviceProviders } = await federations.withFederatedServices(requestedConfig);
    if (!isDeepStrictEqual(serviceProviders, currentAssembly.config.serviceProviders))
      await reload(() => requestedConfig);
  };
  const firstRefresh = refreshFederations().catch(log.fault);
  const stopRefreshing = runRegularly(FEDERATION_CHECK_INTERVAL_MS, refreshFederations, log.fault);
  cleanup.add(async () => {
    await stopRefreshing();
    await firstRefresh;
  });
  boundPort.serve((req, res) => currentAssembly.handle(req, res));
  deskPort?.serve((req, res) => currentAssembly.handleDesk(req, res));
  health.serve();
  await reports.begin();
  return {
    url: config.publicUrl,
    opsPort: server?.port ?? null,
    get administration() {
      return administrationOf(currentAssembly.portal);
    },
    reload: (next) => reload(() => next),
    async close() {
      health.stop();
      const lastReport = reports.writeNow();
      boundPort.stopKeepAlive();
      await options.onStopBegun?.();
      await Promise.all([boundPort.close(), deskPort?.close(), lastReport]);
      await replacing;
      await cleanup.run();
    },
  };
}
