import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import type { Devices } from './devices.ts';

/** A factor of a person. */
export type Factor = {
  /** A random id. */
  readonly factorId: string;
  readonly type: FactorType;
  /** The serial number of a card, public id of a YubiKey, UUID of an app, or credential id of a passkey. */
  readonly device: string;
  /** The name that the person has given to the factor; empty at first. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly registeredAt: number;
  /** The method of the identity check for its registration; null for a factor that an administrator registered. */
  readonly identityCheck: string | null;
  /** Epoch milliseconds; null for a factor that was never used. */
  readonly lastUsedAt: number | null;
};

export interface Factors {
  /** The factors of a person by type, the oldest factor of a type first. */
  of(userId: string): Promise<readonly Factor[]>;
  /**
   * Records the use of a factor.
   * @param device absent when the person can have only one factor of the type
   */
  recordUse(userId: string, type: FactorType, device?: string): Promise<void>;
  /** Gives a name to a factor. `taken`: another factor of the person has this name. */
  rename(userId: string, factorId: string, name: string): Promise<'renamed' | 'absent' | 'taken'>;
}

/** A device of a person from one of the tables of devices. */
type RegisteredDevice = {
  readonly type: FactorType;
  readonly device: string;
  readonly name: string;
  /** When it was registered, in epoch milliseconds. */
  readonly registeredAt: number;
  /** The method of the identity check for its registration; null without a check. */
  readonly identityCheck: string | null;
};

const startOfDay = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** All devices of a person that are factors. */
async function devicesOf(
  { otpCards, yubikeys, mobileApps, passkeys }: Devices,
  userId: string,
  now: number,
): Promise<readonly RegisteredDevice[]> {
  const card = await otpCards.of(userId);
  const app = await mobileApps.of(userId);
  return [
    ...(card
      ? [
          {
            type: FACTOR_TYPES.otpCard,
            device: card.serial,
            name: '',
            registeredAt: Math.min(now, startOfDay(card.registeredOn)),
            identityCheck: null,
          },
        ]
      : []),
    ...(await yubikeys.of(userId)).map(({ publicId }) => ({
      type: FACTOR_TYPES.yubikey,
      device: publicId,
      name: '',
      registeredAt: now,
      identityCheck: null,
    })),
    ...(app
      ? [{ type: FACTOR_TYPES.mobileApp, device: app.uuid, name: '', registeredAt: now, identityCheck: null }]
      : []),
    ...(await passkeys.of(userId)).map(({ credentialId, name, registeredAt }) => ({
      type: FACTOR_TYPES.passkey,
      device: credentialId,
      name,
      registeredAt,
      identityCheck: null,
    })),
  ];
}

const toFactor = (row: TableRow<'factors'>): Factor => ({
  factorId: row.factor_id,
  type: row.type as FactorType,
  device: row.device,
  name: row.name,
  registeredAt: row.registered_at,
  identityCheck: row.registered_by,
  lastUsedAt: row.last_used_at,
});

export type FactorRows = ReturnType<typeof factorRowsIn>;

/** The table `factors`, which has further data of the devices in the tables of devices. For use in a transaction. */
export function factorRowsIn(db: Storage, random: RandomBytes) {
  const insert = db.prepare(`
    INSERT INTO factors (factor_id, user_id, type, device, name, registered_at, registered_by)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (user_id, type, device) DO NOTHING`);
  const remove = db.prepare('DELETE FROM factors WHERE user_id = ? AND type = ? AND device = ?');
  const byUser = db.prepare<TableRow<'factors'>>(
    'SELECT * FROM factors WHERE user_id = ? ORDER BY CAST(type AS INTEGER), registered_at, device',
  );
  return {
    async add(
      userId: string,
      { type, device, name, registeredAt, identityCheck }: RegisteredDevice,
    ): Promise<void> {
      // In hexadecimal, because an operator types the id after a command, where a leading dash would be an option.
      const factorId = random(16).toString('hex');
      await insert.run(factorId, userId, type, device, name, registeredAt, identityCheck);
    },
    async remove(userId: string, type: FactorType, device: string): Promise<void> {
      await remove.run(userId, type, device);
    },
    of: async (userId: string): Promise<readonly Factor[]> => (await byUser.all(userId)).map(toFactor),
  };
}

/** The factors of people: their devices with names, times and identity checks. */
export function factorsIn(db: Storage, devices: Devices, rows: FactorRows, now: Clock): Factors {
  const recordUse = db.prepare(
    'UPDATE factors SET last_used_at = ? WHERE user_id = ? AND type = ? AND device = coalesce(?, device)',
  );
  const rename = db.prepare(`
    UPDATE factors SET name = $name WHERE user_id = $user AND factor_id = $id
      AND NOT EXISTS (SELECT 1 FROM factors WHERE user_id = $user AND name = $name AND factor_id <> $id)`);
  const renamePasskey = db.prepare(`
    UPDATE passkeys SET name = $name
    WHERE credential_id = (SELECT device FROM factors WHERE factor_id = $id AND type = '${FACTOR_TYPES.passkey}')`);

  /** The factors of a person. Adds missing rows of devices that an administrator has registered or configured. */
  const list = async (userId: string): Promise<readonly Factor[]> => {
    const registeredDevices = await devicesOf(devices, userId, now());
    const isRegistered = ({ type, device }: Factor): boolean =>
      registeredDevices.some((registered) => registered.type === type && registered.device === device);
    for (const registered of registeredDevices) await rows.add(userId, registered);
    return (await rows.of(userId)).filter(isRegistered);
  };

  return {
    of: async (userId) => list(userId),
    async recordUse(userId, type, device) {
      await list(userId);
      await recordUse.run(now(), userId, type, device ?? null);
    },
    async rename(userId, factorId, name) {
      return db.transaction(async () => {
        if (!(await list(userId)).some((factor) => factor.factorId === factorId)) return 'absent';
        if ((await rename.run({ $user: userId, $id: factorId, $name: name })).changes === 0) return 'taken';
        await renamePasskey.run({ $name: name, $id: factorId });
        return 'renamed';
      });
    },
  };
}
