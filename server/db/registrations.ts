import type { DatabaseSync } from 'node:sqlite';
import type { MobileAppEntry } from '#server/config/devices.ts';
import type { Clock } from '#server/deps.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { Devices } from './devices.ts';
import type { Factor, FactorRows, FactorType } from './factors.ts';
import type { FixedTokens } from './fixed-tokens.ts';
import { transaction } from './open.ts';
import type { NewPasskey } from './passkeys.ts';
import type { ProvisionLinks } from './provision-links.ts';
import type { SecondDefaults } from './second-defaults.ts';
import type { Slot, YubikeyCounters } from './yubikeys.ts';

/** A card with the code that its person has shown. */
export type ShownCard = {
  readonly serial: string;
  readonly factor: number;
  readonly drift: number;
  /** Day of the registration. */
  readonly on: string;
};

/** What is registered and removed, each whole or not at all. */
export interface Registrations {
  /** The card takes the place of the one before it, which goes back to the stock. */
  assignCard(userId: string, card: ShownCard): Promise<'assigned' | 'taken'>;
  bindYubikey(
    userId: string,
    publicId: string,
    counters: YubikeyCounters,
  ): Promise<{ readonly slot: Slot } | 'taken' | 'full' | 'replayed'>;
  addPasskey(passkey: NewPasskey): Promise<'added' | 'nameTaken' | 'known'>;
  /**
   * The app takes the place of the one before it, whose pushes and QR codes end.
   * @param check throws when it may not be, and then nothing has changed.
   */
  placeApp(userId: string, app: MobileAppEntry, check: () => void): Promise<void>;
  /** The same for an app that comes by an ak, which is used up with it. */
  placeAppByLink(
    userId: string,
    app: MobileAppEntry,
    by: { readonly ak: string; readonly otp: string | null },
    check: () => void,
  ): Promise<ReturnType<ProvisionLinks['spend']>>;
  /**
   * Takes a factor away, with the default methods that need it.
   * @param mayGo decides inside the transaction: of two that are removed at once one may stay.
   */
  remove(
    userId: string,
    factorId: string,
    mayGo: (factor: Factor) => boolean,
  ): Promise<{ readonly removed: Factor } | 'absent' | 'last'>;
}

/** The default methods that a factor stands for. */
const DEFAULTS_OF: Readonly<Record<FactorType, readonly TokenCode[]>> = {
  '7': [TOKEN_CODES.otpCard],
  '8': [TOKEN_CODES.yubikey],
  '9': [TOKEN_CODES.mobileOtp, TOKEN_CODES.push, TOKEN_CODES.qr],
  '12': [TOKEN_CODES.passkey],
};

type Parts = {
  readonly devices: Devices;
  readonly rows: FactorRows;
  readonly links: ProvisionLinks;
  readonly fixedTokens: FixedTokens;
  readonly secondDefaults: SecondDefaults;
  readonly now: Clock;
};

const SLOTS: readonly Slot[] = ['first', 'second'];

/** Registrations over the tables of the devices. */
export function registrationsIn(
  db: DatabaseSync,
  { devices, rows, links, fixedTokens, secondDefaults, now }: Parts,
): Registrations {
  const { otpCards, yubikeys, mobileApps, passkeys } = devices;
  const endPushes = db.prepare(
    "UPDATE pushes SET state = 'withdrawn' WHERE user_id = ? AND state IN ('pending', 'approved')",
  );
  const endQrLogins = db.prepare('DELETE FROM qr_logins WHERE decided_by = $user OR user_id = $user');
  const endChallenges = db.prepare('DELETE FROM passkey_challenges WHERE user_id = ?');

  const endWaiting = (userId: string): void => {
    endPushes.run(userId);
    endQrLogins.run({ $user: userId });
  };

  const place = (userId: string, app: MobileAppEntry, check: () => void): void => {
    check();
    const former = mobileApps.of(userId);
    if (former) rows.remove(userId, '9', former.uuid);
    mobileApps.replace(userId, app);
    rows.add(userId, { type: '9', device: app.uuid, name: '', at: now() });
    endWaiting(userId);
  };

  const release = (userId: string, { type, device }: Factor): void => {
    if (type === '7') otpCards.release(userId);
    if (type === '8') yubikeys.release(userId, device);
    if (type === '9') {
      mobileApps.remove(userId);
      endWaiting(userId);
    }
    if (type === '12') {
      passkeys.remove(userId, device);
      endChallenges.run(userId);
    }
    rows.remove(userId, type, device);
  };

  const clearDefaults = (userId: string, { type }: Factor): void => {
    if (rows.of(userId).some((factor) => factor.type === type)) return;
    for (const code of DEFAULTS_OF[type]) {
      fixedTokens.clear(userId, code);
      secondDefaults.clear(userId, code);
    }
  };

  return {
    assignCard: async (userId, { serial, factor, drift, on }) =>
      transaction(db, () => {
        const former = otpCards.of(userId);
        if (!otpCards.ofSerial(serial) || otpCards.ofSerial(serial)?.userId !== null) return 'taken';
        otpCards.release(userId);
        if (!otpCards.assign(userId, serial, factor, drift, on))
          throw new Error('A free card was not assigned');
        if (former) rows.remove(userId, '7', former.serial);
        rows.add(userId, { type: '7', device: serial, name: '', at: now() });
        return 'assigned';
      }),
    bindYubikey: async (userId, publicId, counters) =>
      transaction(db, () => {
        if (yubikeys.find(publicId)?.owner) return 'taken';
        const taken = yubikeys.of(userId).map(({ owner }) => owner?.slot);
        const slot = SLOTS.find((free) => !taken.includes(free));
        if (!slot) return 'full';
        if (!yubikeys.bind(publicId, { userId, slot }, counters)) return 'replayed';
        rows.add(userId, { type: '8', device: publicId, name: '', at: now() });
        return { slot };
      }),
    addPasskey: async (passkey) =>
      transaction(db, () => {
        const { userId, credentialId, name } = passkey;
        if (passkeys.of(userId).some((other) => other.name === name)) return 'nameTaken';
        if (!passkeys.add(passkey)) return 'known';
        rows.add(userId, { type: '12', device: credentialId, name, at: now() });
        return 'added';
      }),
    placeApp: async (userId, app, check) => transaction(db, () => place(userId, app, check)),
    placeAppByLink: async (userId, app, { ak, otp }, check) =>
      links.spend(ak, otp, () => place(userId, app, check)),
    remove: async (userId, factorId, mayGo) =>
      transaction(db, () => {
        const factor = rows.of(userId).find((one) => one.factorId === factorId);
        if (!factor) return 'absent';
        if (!mayGo(factor)) return 'last';
        release(userId, factor);
        clearDefaults(userId, factor);
        return { removed: factor };
      }),
  };
}
