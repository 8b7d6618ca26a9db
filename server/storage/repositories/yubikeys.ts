import type { YubikeyEntry } from '#server/config/devices.ts';
import { type SealedColumn, sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { type DeviceUsage, usageOf, usageValues } from './device-usage.ts';

/** Whether a YubiKey is the first or the second key of its owner. */
export type Slot = 'first' | 'second';

export type Yubikey = Pick<
  YubikeyEntry,
  'publicId' | 'serial' | 'modelCode' | 'privateId' | 'aesKey' | 'status'
> &
  DeviceUsage & {
    /** Null when the key is free. */
    readonly owner: { readonly userId: string; readonly slot: Slot } | null;
  };

/** The counters in an OTP: how often the key was plugged in, and how often it was touched since then. */
export type YubikeyCounters = { readonly usageCounter: number; readonly sessionCounter: number };

/** All YubiKeys, with or without an owner. */
export interface Yubikeys {
  find(publicId: string): Promise<Yubikey | null>;
  of(userId: string): Promise<readonly Yubikey[]>;
  /**
   * Stores the counters of an accepted OTP, in one statement: of two concurrent uses of an OTP, one fails.
   * @returns false when the counters do not rise, so the OTP was used before
   */
  raiseCounters(publicId: string, counters: YubikeyCounters): Promise<boolean>;
  /**
   * Assigns a free key and stores the counters of its OTP, in one statement.
   * @returns false when the key or the slot is in use, or the counters do not rise
   */
  bind(publicId: string, owner: NonNullable<Yubikey['owner']>, counters: YubikeyCounters): Promise<boolean>;
  /** Unassigns a key from its person and slot. */
  unassign(userId: string, publicId: string): Promise<void>;
  /** @returns false when the key exists already. */
  add(key: YubikeyEntry, owner: Yubikey['owner']): Promise<boolean>;
}

type SealedKeyColumns = { readonly privateId: SealedColumn; readonly aesKey: SealedColumn };

const toKey = (row: TableRow<'yubikeys'>, sealed: SealedKeyColumns): Yubikey =>
  ({
    publicId: row.public_id,
    serial: row.serial,
    modelCode: row.model_code,
    privateId: sealed.privateId.open(row.private_id),
    aesKey: sealed.aesKey.open(row.aes_key),
    status: row.status,
    owner: row.user_id === null ? null : { userId: row.user_id, slot: row.slot },
    ...usageOf(row),
  }) as Yubikey;

export function yubikeysIn(db: Storage): Yubikeys {
  const sealed = {
    privateId: sealedColumn(db, 'yubikeys', 'private_id'),
    aesKey: sealedColumn(db, 'yubikeys', 'aes_key'),
  };
  const byId = db.prepare<TableRow<'yubikeys'>>('SELECT * FROM yubikeys WHERE public_id = ?');
  const byUser = db.prepare<TableRow<'yubikeys'>>('SELECT * FROM yubikeys WHERE user_id = ? ORDER BY slot');
  const raiseCounters = db.prepare(`
    UPDATE yubikeys SET use_counter = $use, session_counter = $session
    WHERE public_id = $id
      AND (use_counter < $use OR (use_counter = $use AND session_counter < $session))`);
  const bind = db.prepare(`
    UPDATE yubikeys SET user_id = $user, slot = $slot, use_counter = $use, session_counter = $session
    WHERE public_id = $id AND user_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM yubikeys AS other WHERE other.user_id = $user AND other.slot = $slot)
      AND (use_counter < $use OR (use_counter = $use AND session_counter < $session))`);
  const unassign = db.prepare(
    'UPDATE yubikeys SET user_id = NULL, slot = NULL WHERE public_id = ? AND user_id = ?',
  );
  const insert = db.prepare(
    `${insertInto('yubikeys', [
      'public_id',
      'user_id',
      'slot',
      'serial',
      'model_code',
      'private_id',
      'aes_key',
      'use_counter',
      'session_counter',
      'status',
      'usable',
      'usable_from',
      'usable_until',
    ])} ON CONFLICT (public_id) DO NOTHING`,
  );
  return {
    async find(publicId) {
      const row = await byId.get(publicId);
      return row ? toKey(row, sealed) : null;
    },
    of: async (userId) => (await byUser.all(userId)).map((row) => toKey(row, sealed)),
    raiseCounters: async (publicId, { usageCounter, sessionCounter }) =>
      (await raiseCounters.run({ $id: publicId, $use: usageCounter, $session: sessionCounter })).changes > 0,
    bind: async (publicId, { userId, slot }, { usageCounter, sessionCounter }) =>
      (
        await bind.run({
          $id: publicId,
          $user: userId,
          $slot: slot,
          $use: usageCounter,
          $session: sessionCounter,
        })
      ).changes > 0,
    async unassign(userId, publicId) {
      await unassign.run(publicId, userId);
    },
    async add(key, owner) {
      const { publicId, serial, modelCode, privateId, aesKey, useCounter, sessionCounter, status } = key;
      const ownerValues = [publicId, owner?.userId ?? null, owner?.slot ?? null, serial, modelCode];
      const added = await insert.run(
        ...ownerValues,
        sealed.privateId.seal(privateId),
        sealed.aesKey.seal(aesKey),
        useCounter,
        sessionCounter,
        status,
        ...usageValues(key),
      );
      return added.changes > 0;
    },
  };
}
