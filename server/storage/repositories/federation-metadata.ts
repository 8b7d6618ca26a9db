import type { Clock } from '#server/config/deps.ts';
import type { FederatedEntity } from '#server/config/saml/aggregate.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** When and how the metadata of a federation were last read. */
export type FederationState = {
  /** When a valid document was last read, in epoch milliseconds; null when none was read. */
  readonly readAt: number | null;
  /** Hash of this document. */
  readonly digest: string | null;
  /** The end of the document's validity, in epoch milliseconds. */
  readonly validUntil: number | null;
  /** Why the last reading failed; null when it succeeded. */
  readonly failure: string | null;
};

/** The metadata of federations. `source` identifies a federation by its address and its pinned certificates. */
export interface FederationMetadata {
  find(source: string): Promise<FederationState | null>;
  findEntities(source: string): Promise<readonly FederatedEntity[]>;
  /**
   * Records that this server reads the metadata now; returns false when the metadata are not due or another server
   * reads them.
   * @param until when another server may begin to read them, in epoch milliseconds
   */
  begin(source: string, until: number): Promise<boolean>;
  /**
   * Stores the content of a valid document.
   * @param nextAt when the metadata have to be read again, in epoch milliseconds
   */
  save(
    source: string,
    document: {
      readonly digest: string;
      readonly entities: readonly FederatedEntity[];
      readonly validUntil: number;
    },
    nextAt: number,
  ): Promise<void>;
  /** Records that reading has failed; the last valid document stays stored. */
  recordFailure(source: string, failure: string, nextAt: number): Promise<void>;
}

export function federationMetadataIn(db: Storage, now: Clock): FederationMetadata {
  const find = db.prepare<TableRow<'federation_metadata'>>(
    'SELECT read_at, digest, valid_until, failure FROM federation_metadata WHERE source = ?',
  );
  const entities = db.prepare<TableRow<'federation_metadata'>>(
    'SELECT entities FROM federation_metadata WHERE source = ?',
  );
  const begin = db.prepare(`INSERT INTO federation_metadata (source, next_at) VALUES ($source, $until)
    ON CONFLICT (source) DO UPDATE SET next_at = excluded.next_at WHERE federation_metadata.next_at <= $now`);
  const save = db.prepare(`
    UPDATE federation_metadata SET read_at = ?, digest = ?, entities = ?, valid_until = ?, next_at = ?, failure = NULL
    WHERE source = ?`);
  const setFailure = db.prepare('UPDATE federation_metadata SET failure = ?, next_at = ? WHERE source = ?');
  return {
    async find(source) {
      const row = await find.get(source);
      if (!row) return null;
      const { digest, failure } = row;
      return { readAt: row.read_at, digest, validUntil: row.valid_until, failure };
    },
    findEntities: async (source) => JSON.parse((await entities.get(source))?.entities ?? '[]'),
    begin: async (source, until) =>
      (await begin.run({ $source: source, $until: until, $now: now() })).changes > 0,
    async save(source, document, nextAt) {
      const { digest, validUntil } = document;
      await save.run(now(), digest, JSON.stringify(document.entities), validUntil, nextAt, source);
    },
    async recordFailure(source, failure, nextAt) {
      await setFailure.run(failure, nextAt, source);
    },
  };
}
