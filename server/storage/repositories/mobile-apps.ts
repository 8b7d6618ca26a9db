import { createHash } from 'node:crypto';
import type { MobileAppEntry } from '#server/config/devices.ts';
import { type SealedColumn, sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

export type MobileApp = Pick<
  MobileAppEntry,
  'uuid' | 'os' | 'appVersion' | 'deviceName' | 'digits' | 'period'
> & {
  /** Null when the app was registered without an OTP. */
  readonly secret: string | null;
  /** The lowest time step that is still unused. */
  readonly nextStep: number;
  /** Time steps by which its clock was off at the last accepted code; negative when slow. */
  readonly drift: number;
  /** Nothing can be sent to it; a standard authenticator is always offline. */
  readonly isOffline: boolean;
  /** Any app of RFC 6238 instead of the company's (rule 271). */
  readonly isStandard: boolean;
  /** Whether it has a key for its calls, and so receives pushes. */
  readonly hasKey: boolean;
};

/** The public key of an app as JSON, and its thumbprint (RFC 7638). */
export type StoredKey = { readonly jwk: string; readonly thumbprint: string };

/** An app to register: it has a bearer key, a public key, or none. */
export type NewMobileApp = MobileAppEntry & {
  readonly publicKey?: StoredKey;
  /** For a standard authenticator: the time step of its first code, which is used up, and its drift. */
  readonly standard?: { readonly step: number; readonly drift: number };
};

/** The owner and the name of a calling app. */
export type KnownApp = { readonly userId: string; readonly deviceName: string };

export interface MobileApps {
  of(userId: string): Promise<MobileApp | null>;
  /** The app with this bearer key; null when there is none. The database stores only a hash. */
  withKey(key: string): Promise<KnownApp | null>;
  /** The app that has the public key of this thumbprint, with the key; null when none has. */
  withThumbprint(thumbprint: string): Promise<(KnownApp & { readonly jwk: string }) | null>;
  /** Gives a name to the app of a person. */
  rename(userId: string, deviceName: string): Promise<void>;
  /** Gives its key to an app that has none yet. */
  giveKey(userId: string, uuid: string, key: string): Promise<void>;
  /**
   * Uses a time step up in one statement: of two concurrent uses of a code one fails.
   * @param drift steps that the clock of the app is off
   * @returns false when the step was used up before.
   */
  spend(userId: string, step: number, drift: number): Promise<boolean>;
  /** Number of registered apps, of these people or of all. */
  count(userIds?: readonly string[]): Promise<number>;
  add(userId: string, app: NewMobileApp): Promise<void>;
  /** Registers an app instead of the former one, whose key and codes become void. */
  replace(userId: string, app: NewMobileApp): Promise<void>;
  remove(userId: string): Promise<void>;
}

const toApp = (row: TableRow<'mobile_apps'>, sealed: SealedColumn): MobileApp =>
  ({
    uuid: row.uuid,
    os: row.os,
    appVersion: row.app_version,
    deviceName: row.device_name,
    secret: row.secret === null ? null : sealed.open(row.secret),
    digits: row.digits,
    period: row.period,
    nextStep: row.next_step,
    drift: row.drift,
    isOffline: row.is_offline === 1,
    isStandard: row.is_standard === 1,
    hasKey: row.key_hash !== null || row.public_key !== null,
  }) as MobileApp;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The mobile apps of people, one each. */
export function mobileAppsIn(db: Storage): MobileApps {
  const sealed = sealedColumn(db, 'mobile_apps', 'secret');
  const byUser = db.prepare<TableRow<'mobile_apps'>>('SELECT * FROM mobile_apps WHERE user_id = ?');
  const spend = db.prepare(
    `UPDATE mobile_apps SET next_step = CAST($step AS BIGINT) + 1, drift = $drift
     WHERE user_id = $user AND next_step <= $step`,
  );
  const countAll = db.prepare<{ apps: number }>('SELECT count(*) AS apps FROM mobile_apps');
  const countOf = (userIds: readonly string[]) =>
    db.prepare<{ apps: number }>(
      `SELECT count(*) AS apps FROM mobile_apps WHERE user_id IN (${userIds.map(() => '?').join(', ') || 'NULL'})`,
    );
  const byKey = db.prepare<TableRow<'mobile_apps'>>(
    'SELECT user_id, device_name FROM mobile_apps WHERE key_hash = ?',
  );
  const byThumbprint = db.prepare<TableRow<'mobile_apps'>>(
    'SELECT user_id, device_name, public_key FROM mobile_apps WHERE key_thumbprint = ?',
  );
  const giveKey = db.prepare(
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
      secret === null ? null : sealed.seal(secret),
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
      return row ? toApp(row, sealed) : null;
    },
    async withKey(key) {
      const row = await byKey.get(hashOf(key));
      return row ? { userId: row.user_id, deviceName: row.device_name } : null;
    },
    async withThumbprint(thumbprint) {
      const row = await byThumbprint.get(thumbprint);
      return row?.public_key
        ? { userId: row.user_id, deviceName: row.device_name, jwk: row.public_key }
        : null;
    },
    async rename(userId, deviceName) {
      await rename.run(deviceName, userId);
    },
    async giveKey(userId, uuid, key) {
      await giveKey.run(hashOf(key), userId, uuid);
    },
    spend: async (userId, step, drift) =>
      (await spend.run({ $user: userId, $step: step, $drift: drift })).changes > 0,
    count: async (userIds) =>
      (userIds ? await countOf(userIds).get(...userIds) : await countAll.get())?.apps ?? 0,
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
