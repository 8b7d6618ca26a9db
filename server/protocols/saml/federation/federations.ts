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

const MINUTE = 60_000;

/** Limit for downloading a document, and for checking it. */
const TIMEOUT_MS = 2 * MINUTE;

/** How long a server may take to read the metadata; then it counts as crashed. */
const LOST_AFTER_MS = 3 * TIMEOUT_MS;

const MIN_WAIT_MS = 5 * MINUTE;
const WAIT_AFTER_FAILURE_MS = 10 * MINUTE;

/** @throws Error when the document cannot be fetched or is too large */
async function download(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MAX_METADATA_BYTES) throw new Error(`it is larger than ${MAX_METADATA_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Checks a document in a worker thread, because it takes seconds. */
async function checkInWorker(document: SignedMetadata): Promise<Aggregate> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: document });
  try {
    const answer = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const metadata: MetadataResult = answer[0];
    if ('problem' in metadata) throw new Error(metadata.problem);
    return metadata.aggregate;
  } finally {
    await worker.terminate();
  }
}

/** Time of the next reading: before the document expires, and as soon as the federation requests. */
function nextReadingAt(
  { refreshMinutes }: Federation,
  { validUntil, cacheMs }: Aggregate,
  now: number,
): number {
  const wait = Math.min(refreshMinutes * MINUTE, cacheMs ?? Number.POSITIVE_INFINITY, (validUntil - now) / 2);
  return now + Math.round(Math.max(wait, MIN_WAIT_MS));
}

/** State of the metadata of a federation; times in epoch milliseconds. */
export type FederationReport = {
  readonly name: string;
  /** When a valid document was last read; null for never. */
  readonly readAt: number | null;
  readonly validUntil: number | null;
  /** Why the last reading failed; null when it succeeded. */
  readonly failure: string | null;
};

/** The services of federations (rule 275). */
export type Federations = {
  /** The configuration with the services of the stored metadata that is still valid. */
  withFederatedServices(config: ServerConfig): Promise<ServerConfig>;
  /**
   * Reads the metadata that is due. An unreadable or untrusted document is logged once and does not replace the
   * former one.
   */
  readDue(config: ServerConfig): Promise<void>;
  /** The state of each configured federation. */
  reports(config: ServerConfig): Promise<readonly FederationReport[]>;
};

export function federationsIn(storage: Storage, now: Clock): Federations {
  const metadataStore = federationMetadataIn(storage, now);
  const parsedEntities = new Map<
    string,
    { readonly digest: string; readonly entities: readonly FederatedEntity[] }
  >();

  const entitiesOf = async (source: string): Promise<readonly FederatedEntity[]> => {
    const state = await metadataStore.find(source);
    if (!state?.digest || (state.validUntil ?? 0) <= now()) return [];
    const former = parsedEntities.get(source);
    if (former?.digest === state.digest) return former.entities;
    const entities = await metadataStore.findEntities(source);
    parsedEntities.set(source, { digest: state.digest, entities });
    return entities;
  };

  const readFederation = async (federation: Federation): Promise<void> => {
    const { name, url, certificates } = federation;
    const source = metadataSourceId(federation);
    if (!(await metadataStore.begin(source, now() + LOST_AFTER_MS))) return;
    try {
      const xml = await download(url);
      const aggregate = await checkInWorker({ xml, certificates });
      if (aggregate.validUntil <= now()) throw new Error('validUntil has passed');
      const digest = createHash('sha256').update(xml).digest('base64url');
      await metadataStore.save(source, { digest, ...aggregate }, nextReadingAt(federation, aggregate, now()));
    } catch (error) {
      const failure = failureOf(error);
      if ((await metadataStore.find(source))?.failure !== failure)
        log.warn(`The metadata of the federation ${name} was not accepted: ${failure}`);
      await metadataStore.recordFailure(source, failure, now() + WAIT_AFTER_FAILURE_MS);
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
