import type { OtpCardEntry } from '#server/config/devices.ts';
import { type SealedColumn, sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { type DeviceUsage, usageOf, usageValues } from './device-usage.ts';

export type OtpCard = Pick<
  OtpCardEntry,
  'serial' | 'modelCode' | 'companyName' | 'registeredOn' | 'kind' | 'secret' | 'algorithm' | 'digits'
> &
  DeviceUsage & {
    /** Seconds of a time step; unused for HOTP. */
    readonly period: number;
    /** The lowest counter or time step that is still unused. */
    readonly nextFactor: number;
    /** Steps by which a TOTP card's clock is ahead. */
    readonly drift: number;
    /** The factor that has to follow to prove that the card is only out of step; null for none. */
    readonly awaitedFactor: number | null;
    readonly isRegistered: boolean;
    /** Null when it belongs to nobody. */
    readonly userId: string | null;
  };

export interface OtpCards {
  of(userId: string): Promise<OtpCard | null>;
  /** By a typed serial number, ignoring case, spaces and dashes. */
  ofSerial(typed: string): Promise<OtpCard | null>;
  /** Returns the card of a person to the stock. */
  release(userId: string): Promise<void>;
  /**
   * Assigns a free card to a person and uses the factor up, in one statement.
   * @returns false when it belongs to somebody, or the factor was used up.
   */
  assign(userId: string, serial: string, factor: number, drift: number, on: string): Promise<boolean>;
  /**
   * Uses a factor up in one statement: of two concurrent uses of a code one fails.
   * @returns false when the factor was used up before.
   */
  spend(serial: string, factor: number, drift: number): Promise<boolean>;
  /** Records the factor that has to follow before a card that is out of step is accepted. */
  requireNext(serial: string, factor: number): Promise<void>;
  /** @returns false when the card exists already. */
  add(card: OtpCardEntry, userId: string | null): Promise<boolean>;
}

const toCard = (row: TableRow<'otp_cards'>, sealed: SealedColumn): OtpCard =>
  ({
    serial: row.serial,
    modelCode: row.model_code,
    companyName: row.company_name,
    registeredOn: row.registered_on,
    kind: row.kind,
    secret: sealed.open(row.secret),
    algorithm: row.algorithm,
    digits: row.digits,
    period: row.period,
    nextFactor: row.next_factor,
    drift: row.drift,
    awaitedFactor: row.awaited_factor,
    isRegistered: row.status === 'active',
    userId: row.user_id,
    ...usageOf(row),
  }) as OtpCard;

/** OTP cards by their owners. */
export function otpCardsIn(db: Storage): OtpCards {
  const sealed = sealedColumn(db, 'otp_cards', 'secret');
  const byUser = db.prepare<TableRow<'otp_cards'>>('SELECT * FROM otp_cards WHERE user_id = ?');
  const bySerial = db.prepare<TableRow<'otp_cards'>>(
    "SELECT * FROM otp_cards WHERE upper(replace(replace(serial, '-', ''), ' ', '')) = ?",
  );
  const release = db.prepare('UPDATE otp_cards SET user_id = NULL, awaited_factor = NULL WHERE user_id = ?');
  const assign = db.prepare(`
    UPDATE otp_cards SET user_id = $user, registered_on = $on, next_factor = CAST($factor AS BIGINT) + 1,
      drift = $drift, awaited_factor = NULL
    WHERE serial = $serial AND user_id IS NULL AND next_factor <= $factor`);
  const spend = db.prepare(`
    UPDATE otp_cards SET next_factor = CAST($factor AS BIGINT) + 1, drift = $drift, awaited_factor = NULL
    WHERE serial = $serial AND next_factor <= $factor`);
  const awaitFactor = db.prepare('UPDATE otp_cards SET awaited_factor = ? WHERE serial = ?');
  const insert = db.prepare(
    `${insertInto('otp_cards', [
      'serial',
      'user_id',
      'model_code',
      'company_name',
      'registered_on',
      'kind',
      'secret',
      'algorithm',
      'digits',
      'period',
      'next_factor',
      'drift',
      'status',
      'usable',
      'usable_from',
      'usable_until',
    ])} ON CONFLICT (serial) DO NOTHING`,
  );
  return {
    async of(userId) {
      const row = await byUser.get(userId);
      return row ? toCard(row, sealed) : null;
    },
    async ofSerial(typed) {
      const row = await bySerial.get(typed.replace(/[\s-]/g, '').toUpperCase());
      return row ? toCard(row, sealed) : null;
    },
    async release(userId) {
      await release.run(userId);
    },
    assign: async (userId, serial, factor, drift, on) =>
      (await assign.run({ $user: userId, $serial: serial, $factor: factor, $drift: drift, $on: on }))
        .changes > 0,
    spend: async (serial, factor, drift) =>
      (await spend.run({ $serial: serial, $factor: factor, $drift: drift })).changes > 0,
    async requireNext(serial, factor) {
      await awaitFactor.run(factor, serial);
    },
    async add(card, userId) {
      const { serial, modelCode, companyName, registeredOn, kind, secret, algorithm } = card;
      const identityValues = [
        serial,
        userId,
        modelCode,
        companyName,
        registeredOn,
        kind,
        sealed.seal(secret),
        algorithm,
      ];
      const { digits, period, counter, status } = card;
      const added = await insert.run(
        ...identityValues,
        digits,
        period,
        counter,
        0,
        status,
        ...usageValues(card),
      );
      return added.changes > 0;
    },
  };
}
