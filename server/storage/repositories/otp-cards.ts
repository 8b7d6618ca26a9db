import type { OtpCardEntry } from '#server/config/devices.ts';
import { type SealedColumn, sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { type DeviceUsage, usageOf, usageValues } from './device-usage.ts';

/** An OTP card. A factor is the number from which a code is computed: the counter of HOTP or the time step of TOTP. */
export type OtpCard = Pick<
  OtpCardEntry,
  'serial' | 'modelCode' | 'companyName' | 'registeredOn' | 'kind' | 'secret' | 'algorithm' | 'digits'
> &
  DeviceUsage & {
    /** Seconds of a time step; unused for HOTP. */
    readonly period: number;
    /** The lowest factor that is still unused. */
    readonly nextFactor: number;
    /** How many time steps the clock of a TOTP card is ahead. */
    readonly drift: number;
    /**
     * The factor of the code that must be entered next, after a code far ahead, to prove that the card is only out of
     * step; null otherwise.
     */
    readonly awaitedFactor: number | null;
    readonly isRegistered: boolean;
    /** The owner; null when the card is free. */
    readonly userId: string | null;
  };

export interface OtpCards {
  /** The card of a person. */
  of(userId: string): Promise<OtpCard | null>;
  /** The card with a typed serial number, without regard to case, spaces and dashes. */
  findBySerial(typed: string): Promise<OtpCard | null>;
  /** Makes the card of a person free again. */
  unassign(userId: string): Promise<void>;
  /**
   * Assigns a free card to a person and marks a factor as used, in one statement.
   * @param on the day of the registration
   * @returns false when the card is not free or the factor was used before
   */
  assign(userId: string, serial: string, factor: number, drift: number, on: string): Promise<boolean>;
  /**
   * Marks the factor of an accepted code as used, in one statement: of two concurrent uses of a code, one fails.
   * @returns false when the factor was used before
   */
  consumeFactor(serial: string, factor: number, drift: number): Promise<boolean>;
  /** Records the factor of the code that must be entered next before a card that is out of step is accepted. */
  requireFactor(serial: string, factor: number): Promise<void>;
  /** @returns false when the card exists already. */
  add(card: OtpCardEntry, userId: string | null): Promise<boolean>;
}

const toCard = (row: TableRow<'otp_cards'>, sealedSecrets: SealedColumn): OtpCard =>
  ({
    serial: row.serial,
    modelCode: row.model_code,
    companyName: row.company_name,
    registeredOn: row.registered_on,
    kind: row.kind,
    secret: sealedSecrets.open(row.secret),
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

export function otpCardsIn(db: Storage): OtpCards {
  const sealedSecrets = sealedColumn(db, 'otp_cards', 'secret');
  const byUser = db.prepare<TableRow<'otp_cards'>>('SELECT * FROM otp_cards WHERE user_id = ?');
  const bySerial = db.prepare<TableRow<'otp_cards'>>(
    "SELECT * FROM otp_cards WHERE upper(replace(replace(serial, '-', ''), ' ', '')) = ?",
  );
  const unassign = db.prepare('UPDATE otp_cards SET user_id = NULL, awaited_factor = NULL WHERE user_id = ?');
  const assign = db.prepare(`
    UPDATE otp_cards SET user_id = $user, registered_on = $on, next_factor = CAST($factor AS BIGINT) + 1,
      drift = $drift, awaited_factor = NULL
    WHERE serial = $serial AND user_id IS NULL AND next_factor <= $factor`);
  const consumeFactor = db.prepare(`
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
      return row ? toCard(row, sealedSecrets) : null;
    },
    async findBySerial(typed) {
      const row = await bySerial.get(typed.replace(/[\s-]/g, '').toUpperCase());
      return row ? toCard(row, sealedSecrets) : null;
    },
    async unassign(userId) {
      await unassign.run(userId);
    },
    assign: async (userId, serial, factor, drift, on) =>
      (await assign.run({ $user: userId, $serial: serial, $factor: factor, $drift: drift, $on: on }))
        .changes > 0,
    consumeFactor: async (serial, factor, drift) =>
      (await consumeFactor.run({ $serial: serial, $factor: factor, $drift: drift })).changes > 0,
    async requireFactor(serial, factor) {
      await awaitFactor.run(factor, serial);
    },
    async add(card, userId) {
      const { serial, modelCode, companyName, registeredOn, kind, secret, algorithm } = card;
      const firstValues = [
        serial,
        userId,
        modelCode,
        companyName,
        registeredOn,
        kind,
        sealedSecrets.seal(secret),
        algorithm,
      ];
      const { digits, period, counter, status } = card;
      const added = await insert.run(
        ...firstValues,
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
