import type { Clock } from '#server/config/deps.ts';
import type { FederatedEntity } from '#server/config/saml/aggregate.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The state of the metadata of a federation. */
export type FederationState = {
  /** Epoch milliseconds at which a valid document was last read; null for never. */
  readonly readAt: number | null;
  /** Hash of that document. */
  readonly digest: string | null;
  /** End of that document's validity, in epoch milliseconds. */
  readonly validUntil: number | null;
  /** Why the last reading failed; null when it succeeded. */
  readonly failure: string | null;
};

/** The metadata of federations by source: address and pinned certificates. */
export interface FederationMetadata {
  find(source: string): Promise<FederationState | null>;
  entitiesOf(source: string): Promise<readonly FederatedEntity[]>;
  /**
   * Begins to read the metadata; false when it is not due or another server reads it.
   * @param until epoch milliseconds after which another server may read it
   */
  begin(source: string, until: number): Promise<boolean>;
  /** Stores a valid document. @param nextAt epoch milliseconds of the next reading */
  save(
    source: string,
    document: {
      readonly digest: string;
      readonly entities: readonly FederatedEntity[];
      readonly validUntil: number;
    },
    nextAt: number,
  ): Promise<void>;
  /** Records a failed reading; the last valid document stays. */
  failed(source: string, failure: string, nextAt: number): Promise<void>;
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
  const failed = db.prepare('UPDATE federation_metadata SET failure = ?, next_at = ? WHERE source = ?');
  return {
    async find(source) {
      const row = await find.get(source);
      if (!row) return null;
      const { digest, failure } = row;
      return { readAt: row.read_at, digest, validUntil: row.valid_until, failure };
    },
    entitiesOf: async (source) => JSON.parse((await entities.get(source))?.entities ?? '[]'),
    begin: async (source, until) =>
      (await begin.run({ $source: source, $until: until, $now: now() })).changes > 0,
    async save(source, document, nextAt) {
      const { digest, validUntil } = document;
      await save.run(now(), digest, JSON.stringify(document.entities), validUntil, nextAt, source);
    },
    async failed(source, failure, nextAt) {
      await failed.run(failure, nextAt, source);
    },
  };
}
