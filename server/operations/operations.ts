import { type Health, healthOf } from './health.ts';
import { listenForOperators, type OpsAddress, type OpsServer } from './listen.ts';
import { type Metrics, metricsOf } from './metrics.ts';

type MonitoredParts = {
  /** Throws when the storage does not answer or cannot be written. */
  readonly checkStorage: () => Promise<unknown>;
  /** Throws when the folder of the data cannot be written; absent when a database server stores the data. */
  readonly checkDisk?: () => Promise<unknown>;
  /** Throws when the signing keys cannot be read. */
  readonly checkKeys: () => Promise<unknown>;
} & Omit<Parameters<typeof metricsOf>[0], 'ready'>;

/** Health and metrics of a running server. */
export type Operations = {
  readonly health: Health;
  readonly metrics: Metrics;
  /** The server of health and metrics; null when health and metrics are not served. */
  readonly server: OpsServer | null;
};

/** Creates health and metrics of a server, and serves them at `address` unless it is null. */
export async function operationsOf(
  monitored: MonitoredParts,
  address: OpsAddress | null,
): Promise<Operations> {
  const health = healthOf({
    storage: monitored.checkStorage,
    ...(monitored.checkDisk && { disk: monitored.checkDisk }),
    keys: monitored.checkKeys,
  });
  const metrics = metricsOf({ ...monitored, ready: async () => (await health.ready()).parts });
  const server = address ? await listenForOperators(address, { health, metrics }) : null;
  return { health, metrics, server };
}
