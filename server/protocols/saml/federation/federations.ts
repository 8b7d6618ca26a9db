import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '#server/config/deps.ts';
import { type Federation, metadataSourceId } from '#server/config/federations.ts';
import type { Aggregate, FederatedEntity } from '#server/config/saml/aggregate.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { withFederations } from '#server/config/with-federations.ts';
import { log } from '#server/operations/log.ts';
import { failureOf } from '#server/protocols/security-events/failure.ts';
import { federationMetadataIn } from '#server/storage/repositories/federation-metadata.ts';
import type { Storage } from '#server/storage/storage.ts';
import { MAX_METADATA_BYTES, type MetadataResult, type SignedMetadata } from './read-signed.ts';

const MINUTE_MS = 60_000;

/** Maximum duration of the download of a document, and also of the verification of a document. */
const TIMEOUT_MS = 2 * MINUTE_MS;

/** After this time, a server that reads the metadata counts as crashed, and another server may read it. */
const CRASHED_AFTER_MS = 3 * TIMEOUT_MS;

const MIN_INTERVAL_MS = 5 * MINUTE_MS;
const INTERVAL_AFTER_FAILURE_MS = 10 * MINUTE_MS;

/**
 * Downloads a document.
 * @throws Error when the document cannot be downloaded, or is too large
 */
async function download(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_METADATA_BYTES) throw new Error(`it is larger than ${MAX_METADATA_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Verifies and reads a document in a worker thread, because this takes seconds. */
async function readInWorker(document: SignedMetadata): Promise<Aggregate> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: document });
  try {
    const messages = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const result: MetadataResult = messages[0];
    if ('problem' in result) throw new Error(result.problem);
    return result.aggregate;
  } finally {
    await worker.terminate();
  }
}

/** When the metadata is read next: before the document expires, and as early as the federation requests. */
function nextReadingAt(
  { refreshMinutes }: Federation,
  { validUntil, cacheMs }: Aggregate,
  now: number,
): number {
  const wait = Math.min(
    refreshMinutes * MINUTE_MS,
    cacheMs ?? Number.POSITIVE_INFINITY,
    (validUntil - now) / 2,
  );
  return now + Math.round(Math.max(wait, MIN_INTERVAL_MS));
}

/** The state of a federation's metadata; times are in epoch milliseconds. */
export type FederationState = {
  readonly name: string;
  /** When a valid document was read last; null when none was read yet. */
  readonly readAt: number | null;
  /** Until when that document is valid; null when none was read yet. */
  readonly validUntil: number | null;
  /** Why the last reading failed; null when it succeeded. */
  readonly failure: string | null;
};

/** The services of federations (rule 275). */
export type Federations = {
  /** Adds the services of the stored metadata to a configuration, as far as the metadata is still valid. */
  withFederatedServices(config: ServerConfig): Promise<ServerConfig>;
  /**
   * Reads the metadata of all federations whose next reading is due. An unreadable or untrusted document is logged
   * once, and does not replace the former document.
   */
  readDue(config: ServerConfig): Promise<void>;
  /** The state of each configured federation. */
  reports(config: ServerConfig): Promise<readonly FederationState[]>;
};

/** Reads the metadata of federations, and stores it in a storage. */
export function federationsIn(storage: Storage, now: Clock): Federations {
  const metadataStore = federationMetadataIn(storage, now);
  /** The parsed services of each document, by the source of the document. */
  const parsedEntities = new Map<
    string,
    { readonly digest: string; readonly entities: readonly FederatedEntity[] }
  >();

  const entitiesOf = async (source: string): Promise<readonly FederatedEntity[]> => {
    const state = await metadataStore.find(source);
    if (!state?.digest || (state.validUntil ?? 0) <= now()) return [];
    const cached = parsedEntities.get(source);
    if (cached?.digest === state.digest) return cached.entities;
    const entities = await metadataStore.findEntities(source);
    parsedEntities.set(source, { digest: state.digest, entities });
    return entities;
  };

  const readFederation = async (federation: Federation): Promise<void> => {
    const { name, url, certificates } = federation;
    const source = metadataSourceId(federation);
    if (!(await metadataStore.begin(source, now() + CRASHED_AFTER_MS))) return;
    try {
      const xml = await download(url);
      const aggregate = await readInWorker({ xml, certificates });
      if (aggregate.validUntil <= now()) throw new Error('validUntil has passed');
      const digest = createHash('sha256').update(xml).digest('base64url');
      await metadataStore.save(source, { digest, ...aggregate }, nextReadingAt(federation, aggregate, now()));
    } catch (error) {
      const failure = failureOf(error);
      if ((await metadataStore.find(source))?.failure !== failure)
        log.warn(`The metadata of the federation ${name} was not accepted: ${failure}`);
      await metadataStore.recordFailure(source, failure, now() + INTERVAL_AFTER_FAILURE_MS);
    }
  };

  return {
    async withFederatedServices(config) {
      const entities = new Map<string, readonly FederatedEntity[]>();
      for (const federation of config.federations) {
        const allEntities = await entitiesOf(metadataSourceId(federation));
        entities.set(
          federation.name,
          allEntities.filter(({ validUntil }) => validUntil > now()),
        );
      }
      return withFederations(config, ({ name }) => entities.get(name) ?? []);
    },
    async readDue({ federations }) {
      await Promise.all(federations.map(readFederation));
    },
    reports: ({ federations }) =>
      Promise.all(
        federations.map(async (federation) => {
          const state = await metadataStore.find(metadataSourceId(federation));
          const { readAt = null, validUntil = null, failure = null } = state ?? {};
          return { name: federation.name, readAt, validUntil, failure };
        }),
      ),
  };
}
