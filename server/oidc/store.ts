import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { openDatabaseFile } from '#server/db/file.ts';

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS records (
    model TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    grant_id TEXT,
    uid TEXT,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (model, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS records_by_grant ON records (model, grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS records_by_uid ON records (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX IF NOT EXISTS records_by_expiry ON records (expires_at);
  CREATE TABLE IF NOT EXISTS begun (
    turn INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    beginner TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS begun_by_beginner ON begun (beginner);
`;

/** A browser or an address, and how many requests may wait that it began. */
export type Beginner = { readonly key: string; readonly most: number };

/** What the engine keeps between requests: interactions, sessions, grants, codes and tokens. */
export type EngineStore = {
  /** The store of one kind of record, in the shape that oidc-provider asks for. */
  adapter(model: string): Adapter;
  /** Drops the sessions, grants, codes and tokens of a person. */
  forgetPerson(userId: string): void;
  /**
   * Notes who began a request that waits for its person, and drops the oldest ones of a beginner beyond `most`.
   * @param until epoch milliseconds at which the request expires.
   */
  begun(id: string, beginners: readonly Beginner[], until: number): void;
  close(): void;
};

/**
 * Opens the store.
 * @param dataDir folder of the file; null keeps all in memory.
 * @param now epoch milliseconds; a record is gone from the moment on at which it expires.
 */
export function openEngineStore(dataDir: string | null, now: () => number): EngineStore {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = openDatabaseFile(dataDir === null ? ':memory:' : join(dataDir, 'oidc.sqlite'));
  database.exec(SCHEMA);

  const upsert = database.prepare(
    `INSERT INTO records (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, expires_at = excluded.expires_at`,
  );
  const byId = database.prepare('SELECT payload FROM records WHERE model = ? AND id = ? AND expires_at > ?');
  const byUid = database.prepare(
    'SELECT payload FROM records WHERE model = ? AND uid = ? AND expires_at > ?',
  );
  const consume = database.prepare(
    `UPDATE records SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`,
  );
  const remove = database.prepare('DELETE FROM records WHERE model = ? AND id = ?');
  const removeGrant = database.prepare('DELETE FROM records WHERE model = ? AND grant_id = ?');
  const removeExpired = database.prepare('DELETE FROM records WHERE expires_at <= ?');

  const noteBegun = database.prepare('INSERT INTO begun (id, beginner, expires_at) VALUES (?, ?, ?)');
  const forgetBegun = database.prepare('DELETE FROM begun WHERE expires_at <= ?');
  const dropOldest = database.prepare(`
    DELETE FROM records WHERE model = 'Interaction' AND id IN (
      SELECT begun.id FROM begun JOIN records ON records.model = 'Interaction' AND records.id = begun.id
      WHERE begun.beginner = ? ORDER BY begun.turn DESC LIMIT -1 OFFSET ?)`);

  const removeOfPerson = database.prepare(
    `DELETE FROM records WHERE model <> 'Interaction' AND payload ->> '$.accountId' = ?`,
  );

  const read = (row: Record<string, unknown> | undefined): AdapterPayload | undefined =>
    row && (JSON.parse(String(row['payload'])) as AdapterPayload);

  return {
    adapter: (model) => ({
      async upsert(id, payload, expiresIn) {
        if (expiresIn === undefined) throw new TypeError(`A record of ${model} must expire`);
        removeExpired.run(now());
        const expiresAt = now() + expiresIn * 1000;
        upsert.run(
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.uid ?? null,
          expiresAt,
        );
      },
      find: async (id) => read(byId.get(model, id, now())),
      findByUid: async (uid) => read(byUid.get(model, uid, now())),
      findByUserCode: async () => undefined,
      async consume(id) {
        consume.run(Math.floor(now() / 1000), model, id);
      },
      async destroy(id) {
        remove.run(model, id);
      },
      async revokeByGrantId(grantId) {
        removeGrant.run(model, grantId);
      },
    }),
    begun(id, beginners, until) {
      forgetBegun.run(now());
      for (const { key, most } of beginners) {
        noteBegun.run(id, key, until);
        dropOldest.run(key, most);
      }
    },
    forgetPerson(userId) {
      removeOfPerson.run(userId);
    },
    close: () => database.close(),
  };
}
