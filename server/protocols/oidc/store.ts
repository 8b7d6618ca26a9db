import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { RequestProgress } from '#server/login/engine.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A browser or an address that begins requests, with the maximum of its pending requests. */
export type RequestOwner = { readonly key: string; readonly max: number };

/** How long a device waits between its requests, in milliseconds, and how much longer after one that came too soon. */
export type PollTerms = { readonly intervalMs: number; readonly addedMs: number };

/** The records of the engine: interactions, sessions, grants, codes and tokens. */
export type EngineStore = {
  /** The adapter of oidc-provider for one kind of record. */
  adapter(model: string): Adapter;
  /** A person's sessions. */
  sessionsOf(userId: string): Promise<readonly AdapterPayload[]>;
  /** The ID of the session with this name; null when there is none. */
  sessionNamed(name: string): Promise<string | null>;
  /** The name of the session in which a code was issued; null for an unknown code. */
  sessionOfCode(code: string): Promise<string | null>;
  /** Whether a request was answered already. */
  isAnswered(id: string): Promise<boolean>;
  /**
   * Records that a device has requested its tokens. True when that was too soon after its last request; the device
   * then has to wait longer before all further requests.
   */
  recordPoll(deviceCode: string, terms: PollTerms): Promise<boolean>;
  /** Drops the sessions, grants, codes and tokens of a person. */
  forgetPerson(userId: string): Promise<void>;
  /**
   * Records who began a pending request, and drops other requests of an owner beyond `max`: the oldest of the same
   * browser first, then the oldest of all. Requests with progress, and most of all those with a proof, are dropped
   * last; this protects at most half of `max`, the newest ones.
   * @param owners the browser first, where it is known
   * @param until epoch milliseconds at which the request expires.
   */
  recordRequest(id: string, owners: readonly RequestOwner[], until: number): Promise<void>;
  /** Records the progress of the person of a request. */
  recordProgress(id: string, progress: RequestProgress): Promise<void>;
};

/** The second look-up key of a record: its session, or the code of a device. */
function secondKeyOf({ uid, userCode }: AdapterPayload): string | null {
  const name = uid ?? userCode;
  return name ? hashedId(name) : null;
}

/** The library's model of a pending request. */
const REQUEST_MODEL = 'Interaction';

const RANKS: Readonly<Record<RequestProgress, number>> = { checked: 1, proved: 2 };

const DEVICE_CODE = 'DeviceCode';

/** The record of a device's last request, in addition to the library's models. */
const DEVICE_POLL = 'DevicePoll';

/** Seconds for which an expired device code is still known as expired (`expired_token`, RFC 8628, section 3.5). */
const EXPIRED_DEVICE_SECONDS = 600;

/** How long an answered request may be answered again in the same browser, in case the first answer was lost. */
const RESEND_WINDOW_MS = 60_000;

/**
 * The engine's records in a storage: looked up by hashes of their names, and encrypted.
 * @param now epoch milliseconds; expired records are not found
 * @param usedError makes the error for a one-time record that was used before
 */
export function engineStoreIn(
  db: Storage,
  now: () => number,
  usedError: (model: string) => Error = (model) => new Error(`the ${model} was used before`),
): EngineStore {
  const sealed = sealedColumn(db, 'engine_records', 'payload');
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
  const insertBegun = db.prepare('INSERT INTO engine_begun (id, beginner, expires_at) VALUES (?, ?, ?)');
  const updateProgress = db.prepare(
    'UPDATE engine_begun SET worked_on = $rank WHERE id = $id AND worked_on < $rank',
  );
  const dropOldest = db.prepare(`
    WITH pending AS (
      SELECT owned.id, owned.turn, owned.worked_on,
        row_number() OVER (ORDER BY owned.worked_on DESC, owned.turn DESC) AS progress_order
      FROM engine_begun AS owned JOIN engine_records AS request
        ON request.model = 'Interaction' AND request.id = owned.id
      WHERE owned.beginner = $beginner),
    ordered AS (
      SELECT id, row_number() OVER (ORDER BY
        CASE
          WHEN id = $id THEN 0
          WHEN worked_on > 0 AND progress_order <= CAST($reserved AS BIGINT) THEN 1
          WHEN id IN (SELECT id FROM engine_begun WHERE beginner = $browser) THEN 3
          ELSE 2
        END, turn DESC) AS keep_order
      FROM pending)
    DELETE FROM engine_records WHERE model = 'Interaction'
      AND id IN (SELECT id FROM ordered WHERE keep_order > CAST($max AS BIGINT))`);

  const read = (row: TableRow<'engine_records'> | undefined): AdapterPayload | undefined => {
    if (!row) return undefined;
    const payload = JSON.parse(sealed.open(row.payload)) as AdapterPayload;
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
        sealed.seal(JSON.stringify(rest)),
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
    /** The library checks earlier and ignores the result, so one of two concurrent calls has to fail here. */
    async consume(id) {
      const { changes } = await consumeRecord.run(Math.floor(now() / 1000), model, hashedId(id));
      if (changes === 0) throw usedError(model);
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
        const last = await polls.find(deviceCode);
        const waitMs = typeof last?.['waitMs'] === 'number' ? last['waitMs'] : intervalMs;
        const isTooSoon = typeof last?.['at'] === 'number' && now() - last['at'] < waitMs;
        const record = { at: now(), waitMs: isTooSoon ? waitMs + addedMs : waitMs };
        await polls.upsert(deviceCode, record, EXPIRED_DEVICE_SECONDS);
        return isTooSoon;
      }),
    isAnswered: async (id) => (await answeredRequest.get(REQUEST_MODEL, hashedId(id))) !== undefined,
    recordRequest: (id, owners, until) =>
      // Requests that begin at the same time do not see each other; the next one drops those beyond `max`.
      db.commitTogether(async () => {
        const browser = owners[0]?.key ?? '';
        const request = hashedId(id);
        await db.gather(() => owners.map(({ key }) => insertBegun.run(request, key, until)));
        for (const { key, max } of owners) {
          const reserved = Math.ceil(max / 2);
          const names = { $id: request, $beginner: key, $browser: browser };
          await dropOldest.run({ ...names, $reserved: reserved, $max: max });
        }
      }),
    async recordProgress(id, progress) {
      await updateProgress.run({ $id: hashedId(id), $rank: RANKS[progress] });
    },
    sessionsOf: async (userId) =>
      (await sessionsOfPerson.all(userId, now())).map(read).filter((session) => session !== undefined),
    sessionNamed: async (name) => read(await recordByUid.get('Session', name, now()))?.jti ?? null,
    async sessionOfCode(code) {
      const payload = read(await recordById.get('AuthorizationCode', hashedId(code), now()));
      return typeof payload?.['sessionUid'] === 'string' ? hashedId(payload['sessionUid']) : null;
    },
    async forgetPerson(userId) {
      await removeOfPerson.run(userId);
    },
  };
}
