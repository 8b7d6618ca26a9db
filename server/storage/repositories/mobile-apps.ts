import { createHash } from 'node:crypto';
import type { MobileAppEntry } from '#server/config/devices.ts';
import { type SealedColumn, sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A registered mobile app. */
export type MobileApp = Pick<
  MobileAppEntry,
  'uuid' | 'os' | 'appVersion' | 'deviceName' | 'digits' | 'period'
> & {
  /** The secret of the app's codes; null when the app was registered without codes. */
  readonly secret: string | null;
  /** The lowest time step that is still unused. */
  readonly nextStep: number;
  /** How many time steps the app's clock was ahead at the last accepted code; negative when it was behind. */
  readonly drift: number;
  /** Whether the app cannot receive pushes. A standard authenticator is always offline. */
  readonly isOffline: boolean;
  /** Whether the app is a standard authenticator (rule 271). */
  readonly isStandard: boolean;
  /** Whether the app has a key for its calls. Only an app with a key receives pushes. */
  readonly hasKey: boolean;
};

/** The public key of an app as JSON, and its thumbprint (RFC 7638). */
export type StoredKey = { readonly jwk: string; readonly thumbprint: string };

/** An app to register. It has a bearer key, a public key, or no key. */
export type NewMobileApp = MobileAppEntry & {
  readonly publicKey?: StoredKey;
  /**
   * For a standard authenticator: the time step of its first code, which is used up by the registration, and its drift.
   */
  readonly standard?: { readonly step: number; readonly drift: number };
};

/** The owner and the name of an app that calls the server. */
export type CallingApp = { readonly userId: string; readonly deviceName: string };

export interface MobileApps {
  /** The app of a person. */
  of(userId: string): Promise<MobileApp | null>;
  /** The app with a bearer key, which is stored as a hash. */
  findByKey(key: string): Promise<CallingApp | null>;
  /** The app whose public key has a thumbprint, with this key. */
  findByThumbprint(thumbprint: string): Promise<(CallingApp & { readonly jwk: string }) | null>;
  /** Gives a name to the app of a person. */
  rename(userId: string, deviceName: string): Promise<void>;
  /** Sets the bearer key of an app that has none yet. */
  setKey(userId: string, uuid: string, key: string): Promise<void>;
  /**
   * Marks the time step of an accepted code as used, in one statement: of two concurrent uses of a code, one fails.
   * @param drift how many time steps the clock of the app is ahead
   * @returns false when the step was used before
   */
  consumeStep(userId: string, step: number, drift: number): Promise<boolean>;
  /** The number of registered apps of these people; without `userIds`, of all people. */
  count(userIds?: readonly string[]): Promise<number>;
  add(userId: string, app: NewMobileApp): Promise<void>;
  /** Registers an app. The former app of the person is removed, so its key and codes become invalid. */
  replace(userId: string, app: NewMobileApp): Promise<void>;
  remove(userId: string): Promise<void>;
}

const toApp = (row: TableRow<'mobile_apps'>, sealedSecrets: SealedColumn): MobileApp =>
  ({
    uuid: row.uuid,
    os: row.os,
    appVersion: row.app_version,
    deviceName: row.device_name,
    secret: row.secret === null ? null : sealedSecrets.open(row.secret),
    digits: row.digits,
    period: row.period,
    nextStep: row.next_step,
    drift: row.drift,
    isOffline: row.is_offline === 1,
    isStandard: row.is_standard === 1,
    hasKey: row.key_hash !== null || row.public_key !== null,
  }) as MobileApp;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The mobile apps of people. A person has at most one. */
export function mobileAppsIn(db: Storage): MobileApps {
  const sealedSecrets = sealedColumn(db, 'mobile_apps', 'secret');
  const byUser = db.prepare<TableRow<'mobile_apps'>>('SELECT * FROM mobile_apps WHERE user_id = ?');
  const consumeStep = db.prepare(
    `UPDATE mobile_apps SET next_step = CAST($step AS BIGINT) + 1, drift = $drift
     WHERE user_id = $user AND next_step <= $step`,
  );
  const countAll = db.prepare<{ apps: number }>('SELECT count(*) AS apps FROM mobile_apps');
  const countOfUsers = (userIds: readonly string[]) =>
    db.prepare<{ apps: number }>(
      `SELECT count(*) AS apps FROM mobile_apps WHERE user_id IN (${userIds.map(() => '?').join(', ') || 'NULL'})`,
    );
  const byKey = db.prepare<TableRow<'mobile_apps'>>(
    'SELECT user_id, device_name FROM mobile_apps WHERE key_hash = ?',
  );
  const byThumbprint = db.prepare<TableRow<'mobile_apps'>>(
    'SELECT user_id, device_name, public_key FROM mobile_apps WHERE key_thumbprint = ?',
  );
  const setKey = db.prepare(
    'UPDATE mobile_apps SET key_hash = ? WHERE user_id = ? AND uuid = ? AND key_hash IS NULL',
  );
  const rename = db.prepare('UPDATE mobile_apps SET device_name = ? WHERE user_id = ?');
  const remove = db.prepare('DELETE FROM mobile_apps WHERE user_id = ?');
  const insert = db.prepare(
    insertInto('mobile_apps', [
      'user_id',
      'uuid',
      'os',
      'app_version',
      'device_name',
      'secret',
      'digits',
      'period',
      'next_step',
      'is_offline',
      'key_hash',
      'public_key',
      'key_thumbprint',
      'is_standard',
      'drift',
    ]),
  );
  const add: MobileApps['add'] = async (
    userId,
    { uuid, os, appVersion, deviceName, secret = null, digits, period, key, offline, publicKey, standard },
  ) => {
    const keyHash = key === undefined ? null : hashOf(key);
    await insert.run(
      userId,
      uuid,
      os,
      appVersion,
      deviceName,
      secret === null ? null : sealedSecrets.seal(secret),
      digits,
      period,
      standard ? standard.step + 1 : 0,
      offline ? 1 : 0,
      keyHash,
      publicKey?.jwk ?? null,
      publicKey?.thumbprint ?? null,
      standard ? 1 : 0,
      standard?.drift ?? 0,
    );
  };
  return {
    async of(userId) {
      const row = await byUser.get(userId);
      return row ? toApp(row, sealedSecrets) : null;
    },
    async findByKey(key) {
      const row = await byKey.get(hashOf(key));
      return row ? { userId: row.user_id, deviceName: row.device_name } : null;
    },
    async findByThumbprint(thumbprint) {
      const row = await byThumbprint.get(thumbprint);
      return row?.public_key
        ? { userId: row.user_id, deviceName: row.device_name, jwk: row.public_key }
        : null;
    },
    async rename(userId, deviceName) {
      await rename.run(deviceName, userId);
    },
    async setKey(userId, uuid, key) {
      await setKey.run(hashOf(key), userId, uuid);
    },
    consumeStep: async (userId, step, drift) =>
      (await consumeStep.run({ $user: userId, $step: step, $drift: drift })).changes > 0,
    count: async (userIds) =>
      (userIds ? await countOfUsers(userIds).get(...userIds) : await countAll.get())?.apps ?? 0,
    add,
    async replace(userId, app) {
      await remove.run(userId);
      await add(userId, app);
    },
    async remove(userId) {
      await remove.run(userId);
    },
  };
}
