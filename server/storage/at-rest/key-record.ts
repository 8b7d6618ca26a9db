import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Production was started without a data key. */
export class NoDataKeyError extends Error {
  override readonly name = 'NoDataKeyError';

  constructor() {
    super('There is no data key');
  }
}

/** A stored value was encrypted with a data key that the server was not given. */
export class UnknownDataKeyError extends Error {
  override readonly name = 'UnknownDataKeyError';
  readonly location: string;
  readonly keyId: string;

  constructor(location: string, keyId: string) {
    super(`${location} contains values encrypted with the data key ${keyId}, which was not given`);
    this.location = location;
    this.keyId = keyId;
  }
}

/** A command would encrypt with a data key that the running servers may not have. */
export class UnusedDataKeyError extends Error {
  override readonly name = 'UnusedDataKeyError';
  readonly keyId: string;

  constructor(keyId: string) {
    super(`No server has encrypted with the data key ${keyId} yet`);
    this.keyId = keyId;
  }
}

/** Ids of the data keys that stored values may be encrypted with. */
export const keyIdsIn = async (db: Storage): Promise<readonly string[]> =>
  (await db.prepare<TableRow<'data_keys'>>('SELECT key_id FROM data_keys ORDER BY since, key_id').all()).map(
    (row) => row.key_id,
  );

/**
 * Records that the server encrypts with the first of its data keys from now on.
 * @param location name of the database for error messages
 * @throws UnknownDataKeyError when stored values are encrypted with a key that the server was not given
 */
export async function recordDataKey(db: Storage, location: string): Promise<void> {
  const recordedIds = await keyIdsIn(db);
  const unknown = recordedIds.find((id) => !db.sealer.keyIds.includes(id));
  if (unknown !== undefined) throw new UnknownDataKeyError(location, unknown);
  if (recordedIds.includes(db.sealer.keyId)) return;
  await db
    .prepare('INSERT INTO data_keys (key_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(db.sealer.keyId, Date.now());
}

/**
 * Checks that the running servers can decrypt what a command encrypts, and the other way round.
 * @param location name of the database for error messages
 * @throws UnknownDataKeyError, UnusedDataKeyError
 */
export async function checkDataKeys(db: Storage, location: string): Promise<void> {
  const recordedIds = await keyIdsIn(db);
  const unknown = recordedIds.find((id) => !db.sealer.keyIds.includes(id));
  if (unknown !== undefined) throw new UnknownDataKeyError(location, unknown);
  if (!recordedIds.includes(db.sealer.keyId)) throw new UnusedDataKeyError(db.sealer.keyId);
}
