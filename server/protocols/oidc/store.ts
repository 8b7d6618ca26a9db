import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { RequestProgress } from '#server/login/engine.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The maximum number of pending requests of a browser or a network, which `key` identifies. */
export type PendingRequestLimit = { readonly key: string; readonly max: number };

/** How long a device has to wait between two requests, and how much longer after a request that was too soon. */
export type PollInterval = { readonly intervalMs: number; readonly addedMs: number };

/** The records of the engine: interactions, sessions, grants, codes and tokens. */
export type EngineStore = {
  /** The adapter of the library for a kind of record. */
  adapter(model: string): Adapter;
  /** The engine sessions of a person. */
  sessionsOf(userId: string): Promise<readonly AdapterPayload[]>;
  /** The id of the session with a name; null when there is no such session. */
  sessionNamed(name: string): Promise<string | null>;
  /** The name of the session in which an authorization code was issued; null for an unknown code. */
  sessionOfCode(code: string): Promise<string | null>;
  /** Whether a request was already answered. */
  isAnswered(id: string): Promise<boolean>;
  /**
   * Records that a device has requested tokens. True when this was too soon after the previous request of the device.
   * The device then has to wait longer before all further requests.
   */
  recordPoll(deviceCode: string, interval: PollInterval): Promise<boolean>;
  /** Drops the sessions, grants, codes and tokens of a person. */
  dropRecordsOf(userId: string): Promise<void>;
  /**
   * Records a pending request, and drops other requests when a limit is exceeded: first the oldest requests of the same
   * browser, then the oldest requests of the network. Requests with progress are dropped last, and among them requests
   * with a proof; at most half of the limit is protected in this way.
   * @param limits the limit of the browser first, if the browser is known
   * @param expiresAt when the request expires, in epoch milliseconds
   */
  recordRequest(id: string, limits: readonly PendingRequestLimit[], expiresAt: number): Promise<void>;
  /** Records the progress of the person with a request. */
  recordProgress(id: string, progress: RequestProgress): Promise<void>;
};

/** The second key with which a record is found: the hash of the uid of a session, or of the user code of a device. */
function secondKeyOf({ uid, userCode }: AdapterPayload): string | null {
  const name = uid ?? userCode;
  return name ? hashedId(name) : null;
}

/** The library's model of a pending request. */
const REQUEST_MODEL = 'Interaction';

/** The stored rank of each kind of progress. */
const PROGRESS_RANKS: Readonly<Record<RequestProgress, number>> = { checked: 1, proved: 2 };

const DEVICE_CODE = 'DeviceCode';

/** The kind of record with the last request of a device, in addition to the library's kinds. */
const DEVICE_POLL = 'DevicePoll';

/** How long an expired device code is stored, so that it is answered with `expired_token` (RFC 8628, section 3.5). */
const EXPIRED_DEVICE_SECONDS = 600;

/** How long an answered request may be answered again in the same browser, in case the first answer was lost. */
const RESEND_WINDOW_MS = 60_000;

/**
 * The records of the engine in a storage. They are encrypted, and found by the hashes of their ids.
 * @param now returns epoch milliseconds; expired records are not found
 * @param createUsedError creates the error for a one-time record that was already used
 */
export function engineStoreIn(
  db: Storage,
  now: () => number,
  createUsedError: (model: string) => Error = (model) => new Error(`the ${model} was used before`),
): EngineStore {
  const sealedPayload = sealedColumn(db, 'engine_records', 'payload');
  const upsert = db.prepare(
    replaceIn(
      'engine_records',
      ['model', 'id'],
      ['payload', 'grant_id', 'uid', 'account_id', 'consumed_at', 'expires_at'],
    ),
  );
  const recordById = db.prepare<TableRow<'engine_records'>>(
    'SELECT payload, consumed_at FROM engine_records WHERE model = ? AND id = ? AND expires_at > ?',
  );
  const recordByUid = db.prepare<TableRow<'engine_records'>>(
    'SELECT payload, consumed_at FROM engine_records WHERE model = ? AND uid = ? AND expires_at > ?',
  );
  const consumeRecord = db.prepare(
    'UPDATE engine_records SET consumed_at = ? WHERE model = ? AND id = ? AND consumed_at IS NULL',
  );
  const answeredRequest = db.prepare(
    'SELECT 1 FROM engine_records WHERE model = ? AND id = ? AND consumed_at IS NOT NULL',
  );
  const removeRecord = db.prepare('DELETE FROM engine_records WHERE model = ? AND id = ?');
  const endRequest = db.prepare(`
    UPDATE engine_records SET consumed_at = $at,
      expires_at = CASE WHEN expires_at < $until THEN expires_at ELSE CAST($until AS BIGINT) END
    WHERE model = $model AND id = $id`);
  const removeGrant = db.prepare('DELETE FROM engine_records WHERE model = ? AND grant_id = ?');
  const removeOfPerson = db.prepare(
    "DELETE FROM engine_records WHERE model <> 'Interaction' AND account_id = ?",
  );
  const sessionsOfPerson = db.prepare<TableRow<'engine_records'>>(
    "SELECT payload, consumed_at FROM engine_records WHERE model = 'Session' AND account_id = ? AND expires_at > ?",
  );
  const insertPending = db.prepare(
    'INSERT INTO pending_oidc_requests (id, limit_key, expires_at) VALUES (?, ?, ?)',
  );
  const updateProgress = db.prepare(
    'UPDATE pending_oidc_requests SET progress = $rank WHERE id = $id AND progress < $rank',
  );
  // The limit's key identifies the browser or the network that has begun the request.
  const dropOldest = db.prepare(`
    WITH pending AS (
      SELECT begun.id, begun.sequence, begun.progress,
        row_number() OVER (ORDER BY begun.progress DESC, begun.sequence DESC) AS progress_order
      FROM pending_oidc_requests AS begun JOIN engine_records AS request
        ON request.model = 'Interaction' AND request.id = begun.id
      WHERE begun.limit_key = $limitKey),
    ordered AS (
      SELECT id, row_number() OVER (ORDER BY
        CASE
          WHEN id = $id THEN 0
          WHEN progress > 0 AND progress_order <= CAST($reserved AS BIGINT) THEN 1
          WHEN id IN (SELECT id FROM pending_oidc_requests WHERE limit_key = $browserKey) THEN 3
          ELSE 2
        END, sequence DESC) AS keep_order
      FROM pending)
    DELETE FROM engine_records WHERE model = 'Interaction'
      AND id IN (SELECT id FROM ordered WHERE keep_order > CAST($max AS BIGINT))`);

  const read = (row: TableRow<'engine_records'> | undefined): AdapterPayload | undefined => {
    if (!row) return undefined;
    const payload = JSON.parse(sealedPayload.open(row.payload)) as AdapterPayload;
    return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at };
  };

  const adapter = (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      if (expiresIn === undefined) throw new TypeError(`A record of ${model} must expire`);
      const { consumed = null, ...rest } = payload;
      const lifetimeSeconds = expiresIn + (model === DEVICE_CODE ? EXPIRED_DEVICE_SECONDS : 0);
      await upsert.run(
        model,
        hashedId(id),
        sealedPayload.seal(JSON.stringify(rest)),
        payload.grantId ? hashedId(payload.grantId) : null,
        secondKeyOf(payload),
        payload.accountId ?? null,
        typeof consumed === 'number' ? consumed : null,
        now() + lifetimeSeconds * 1000,
      );
    },
    find: async (id) => read(await recordById.get(model, hashedId(id), now())),
    findByUid: async (uid) => read(await recordByUid.get(model, hashedId(uid), now())),
    findByUserCode: async (code) => read(await recordByUid.get(model, hashedId(code), now())),
    // The library checks before that the record is unused, but two concurrent calls may pass that check: one has to fail.
    async consume(id) {
      const { changes } = await consumeRecord.run(Math.floor(now() / 1000), model, hashedId(id));
      if (changes === 0) throw createUsedError(model);
    },
    async destroy(id) {
      if (model === REQUEST_MODEL) {
        const at = Math.floor(now() / 1000);
        await endRequest.run({
          $model: model,
          $id: hashedId(id),
          $at: at,
          $until: now() + RESEND_WINDOW_MS,
        });
      } else await removeRecord.run(model, hashedId(id));
    },
    async revokeByGrantId(grantId) {
      await removeGrant.run(model, hashedId(grantId));
    },
  });
  const polls = adapter(DEVICE_POLL);

  return {
    adapter,
    recordPoll: (deviceCode, { intervalMs, addedMs }) =>
      db.transaction(async () => {
        const lastPoll = await polls.find(deviceCode);
        const waitMs = typeof lastPoll?.['waitMs'] === 'number' ? lastPoll['waitMs'] : intervalMs;
        const isTooSoon = typeof lastPoll?.['at'] === 'number' && now() - lastPoll['at'] < waitMs;
        const record = { at: now(), waitMs: isTooSoon ? waitMs + addedMs : waitMs };
        await polls.upsert(deviceCode, record, EXPIRED_DEVICE_SECONDS);
        return isTooSoon;
      }),
    isAnswered: async (id) => (await answeredRequest.get(REQUEST_MODEL, hashedId(id))) !== undefined,
    recordRequest: (id, limits, expiresAt) =>
      // Requests that begin at the same time do not count each other. The next request drops the requests above the limit.
      db.commitTogether(async () => {
        const browserKey = limits[0]?.key ?? '';
        const requestHash = hashedId(id);
        await db.gather(() => limits.map(({ key }) => insertPending.run(requestHash, key, expiresAt)));
        for (const { key, max } of limits) {
          const reservedForProgress = Math.ceil(max / 2);
          const keys = { $id: requestHash, $limitKey: key, $browserKey: browserKey };
          await dropOldest.run({ ...keys, $reserved: reservedForProgress, $max: max });
        }
      }),
    async recordProgress(id, progress) {
      await updateProgress.run({ $id: hashedId(id), $rank: PROGRESS_RANKS[progress] });
    },
    sessionsOf: async (userId) =>
      (await sessionsOfPerson.all(userId, now())).map(read).filter((session) => session !== undefined),
    sessionNamed: async (name) => read(await recordByUid.get('Session', name, now()))?.jti ?? null,
    async sessionOfCode(code) {
      const payload = read(await recordById.get('AuthorizationCode', hashedId(code), now()));
      return typeof payload?.['sessionUid'] === 'string' ? hashedId(payload['sessionUid']) : null;
    },
    async dropRecordsOf(userId) {
      await removeOfPerson.run(userId);
    },
  };
}
