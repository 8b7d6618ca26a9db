import type { DatabaseSync } from 'node:sqlite';
import type { MobileAppEntry } from '#server/config/devices.ts';
import type { Row } from './device-usage.ts';

export type MobileApp = Pick<
  MobileAppEntry,
  'uuid' | 'os' | 'appVersion' | 'deviceName' | 'digits' | 'period'
> & {
  /** Null when the app was registered without an OTP. */
  readonly secret: string | null;
  /** The lowest time step that is still unused. */
  readonly nextStep: number;
  readonly isOffline: boolean;
};

export interface MobileApps {
  of(userId: string): MobileApp | null;
  /**
   * Uses a time step up in one statement: of two equal codes that arrive together one fails.
   * @returns false when the step was used up before.
   */
  spend(userId: string, step: number): boolean;
  /** How many are registered, among these people or among all. */
  count(userIds?: readonly string[]): number;
  add(userId: string, app: MobileAppEntry): void;
}

const toApp = (row: Row): MobileApp =>
  ({
    uuid: row['uuid'],
    os: row['os'],
    appVersion: row['app_version'],
    deviceName: row['device_name'],
    secret: row['secret'],
    digits: row['digits'],
    period: row['period'],
    nextStep: row['next_step'],
    isOffline: row['is_offline'] === 1,
  }) as MobileApp;

/** The mobile apps of people, one each. */
export function mobileAppsIn(db: DatabaseSync): MobileApps {
  const byUser = db.prepare('SELECT * FROM mobile_apps WHERE user_id = ?');
  const spend = db.prepare(
    'UPDATE mobile_apps SET next_step = $step + 1 WHERE user_id = $user AND next_step <= $step',
  );
  const countAll = db.prepare('SELECT count(*) AS apps FROM mobile_apps');
  const countOf = db.prepare(
    'SELECT count(*) AS apps FROM mobile_apps WHERE user_id IN (SELECT value FROM json_each(?))',
  );
  const insert = db.prepare('INSERT INTO mobile_apps VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)');
  return {
    of(userId) {
      const row = byUser.get(userId);
      return row ? toApp(row as Row) : null;
    },
    spend: (userId, step) => spend.run({ $user: userId, $step: step }).changes > 0,
    count: (userIds) => Number((userIds ? countOf.get(JSON.stringify(userIds)) : countAll.get())?.['apps']),
    add(userId, { uuid, os, appVersion, deviceName, secret = null, digits, period, offline }) {
      insert.run(userId, uuid, os, appVersion, deviceName, secret, digits, period, offline ? 1 : 0);
    },
  };
}
