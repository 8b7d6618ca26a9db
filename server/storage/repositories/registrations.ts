import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { Caep, Credential } from './caep.ts';
import type { Devices } from './devices.ts';
import type { Factor, FactorRows } from './factors.ts';
import type { FixedTokens } from './fixed-tokens.ts';
import type { NewMobileApp } from './mobile-apps.ts';
import type { NewPasskey } from './passkeys.ts';
import type { ProvisionLinks } from './provision-links.ts';
import { endOfRememberedIn } from './remembered-browsers.ts';
import type { SecondDefaults } from './second-defaults.ts';
import type { Slot, YubikeyCounters } from './yubikeys.ts';

/** A card to assign, with the factor of its verified code. */
export type CardDescription = {
  readonly serial: string;
  readonly factor: number;
  readonly drift: number;
  /** Day of the registration. */
  readonly on: string;
  readonly identityCheck: CheckMethod;
};

/** The method of the identity check for a registration; null for one by an administrator. */
type CheckMethod = string | null;

/** Registers and removes factors, each in one transaction. */
export interface Registrations {
  /** The card replaces the former one, which returns to the stock. */
  assignCard(userId: string, card: CardDescription): Promise<'assigned' | 'taken'>;
  bindYubikey(
    userId: string,
    publicId: string,
    counters: YubikeyCounters,
    identityCheck: CheckMethod,
  ): Promise<{ readonly slot: Slot } | 'taken' | 'full' | 'replayed'>;
  addPasskey(passkey: NewPasskey, identityCheck: CheckMethod): Promise<'added' | 'nameTaken' | 'known'>;
  /**
   * The app replaces the former one, whose pushes and QR codes end.
   * @param check throws when the app may not be registered; then nothing is changed.
   */
  replaceApp(
    userId: string,
    app: NewMobileApp,
    identityCheck: CheckMethod,
    check: () => Promise<void>,
  ): Promise<void>;
  /** Replaces the app by one that was registered with an ak, and uses the ak up. */
  replaceAppByLink(
    userId: string,
    app: NewMobileApp,
    link: { readonly ak: string; readonly otp: string | null; readonly identityCheck: CheckMethod },
    check: () => Promise<void>,
  ): ReturnType<ProvisionLinks['spend']>;
  /**
   * Removes a factor, and the default methods that need it.
   * @param isRemovable decides inside the transaction, so that of two concurrent removals one may be refused.
   */
  remove(
    userId: string,
    factorId: string,
    isRemovable: (factor: Factor) => Promise<boolean>,
  ): Promise<{ readonly removed: Factor } | 'absent' | 'last'>;
}

/** The default methods that rely on a factor. */
const DEFAULTS_OF: Readonly<Record<FactorType, readonly TypeCode[]>> = {
  [FACTOR_TYPES.otpCard]: [TYPE_CODES.otpCard],
  [FACTOR_TYPES.yubikey]: [TYPE_CODES.yubikey],
  [FACTOR_TYPES.mobileApp]: [TYPE_CODES.mobileOtp, TYPE_CODES.push, TYPE_CODES.qr],
  [FACTOR_TYPES.passkey]: [TYPE_CODES.passkey],
};

type Deps = {
  readonly devices: Devices;
  readonly rows: FactorRows;
  readonly links: ProvisionLinks;
  readonly fixedTokens: FixedTokens;
  readonly secondDefaults: SecondDefaults;
  readonly caep: Caep;
  readonly now: Clock;
};

const SLOTS: readonly Slot[] = ['first', 'second'];

/** Registrations over the tables of the devices. */
export function registrationsIn(
  db: Storage,
  { devices, rows, links, fixedTokens, secondDefaults, caep, now }: Deps,
): Registrations {
  const { otpCards, yubikeys, mobileApps, passkeys } = devices;
  const endPushes = db.prepare(
    "UPDATE pushes SET state = 'withdrawn' WHERE user_id = ? AND state IN ('pending', 'approved')",
  );
  const endQrLogins = db.prepare('DELETE FROM qr_logins WHERE decided_by = $user OR user_id = $user');
  const endRemembered = endOfRememberedIn(db);
  const endChallenges = db.prepare('DELETE FROM passkey_challenges WHERE user_id = ?');

  const endPendingRequests = async (userId: string): Promise<void> => {
    await endPushes.run(userId);
    await endQrLogins.run({ $user: userId });
  };

  const credentialOf = async (
    userId: string,
    { type, device }: Pick<Factor, 'type' | 'device'>,
  ): Promise<Credential> => {
    if (type !== FACTOR_TYPES.passkey) return { type };
    const passkey = (await passkeys.of(userId)).find(({ credentialId }) => credentialId === device);
    return { type, transports: passkey?.transports };
  };

  /**
   * Adds a factor and ends open links for an app, whose required check was decided without this factor (rule
   * 242).
   */
  const addFactor: FactorRows['add'] = async (userId, factor) => {
    await rows.add(userId, factor);
    await links.endAwaited(userId);
    await endRemembered(userId);
    await caep.credentialChanged(userId, await credentialOf(userId, factor), 'create');
  };

  /** Removes a factor that another one replaces. */
  const dropFactor = async (userId: string, type: FactorType, device: string): Promise<void> => {
    await rows.remove(userId, type, device);
    await caep.credentialChanged(userId, { type }, 'delete');
  };

  const registerApp = async (
    userId: string,
    app: NewMobileApp,
    identityCheck: CheckMethod,
    check: () => Promise<void>,
  ): Promise<void> => {
    await check();
    const formerApp = await mobileApps.of(userId);
    if (formerApp) await dropFactor(userId, FACTOR_TYPES.mobileApp, formerApp.uuid);
    await mobileApps.replace(userId, app);
    await addFactor(userId, {
      type: FACTOR_TYPES.mobileApp,
      device: app.uuid,
      name: '',
      at: now(),
      identityCheck,
    });
    await endPendingRequests(userId);
  };

  const release = async (userId: string, factor: Factor): Promise<void> => {
    const { type, device } = factor;
    const credential = await credentialOf(userId, factor);
    if (type === FACTOR_TYPES.otpCard) await otpCards.release(userId);
    if (type === FACTOR_TYPES.yubikey) await yubikeys.release(userId, device);
    if (type === FACTOR_TYPES.mobileApp) {
      await mobileApps.remove(userId);
      await endPendingRequests(userId);
    }
    if (type === FACTOR_TYPES.passkey) {
      await passkeys.remove(userId, device);
      await endChallenges.run(userId);
    }
    await rows.remove(userId, type, device);
    await endRemembered(userId);
    await caep.credentialChanged(userId, credential, 'delete');
  };

  const clearDefaults = async (userId: string, { type }: Factor): Promise<void> => {
    if ((await rows.of(userId)).some((factor) => factor.type === type)) return;
    for (const code of DEFAULTS_OF[type]) {
      await fixedTokens.clear(userId, code);
      await secondDefaults.clear(userId, code);
    }
  };

  return {
    assignCard: async (userId, { serial, factor, drift, on, identityCheck }) =>
      db.transaction(async () => {
        const formerCard = await otpCards.of(userId);
        if (!(await otpCards.ofSerial(serial)) || (await otpCards.ofSerial(serial))?.userId !== null)
          return 'taken';
        await otpCards.release(userId);
        if (!(await otpCards.assign(userId, serial, factor, drift, on)))
          throw new Error('A free card was not assigned');
        if (formerCard) await dropFactor(userId, FACTOR_TYPES.otpCard, formerCard.serial);
        await addFactor(userId, {
          type: FACTOR_TYPES.otpCard,
          device: serial,
          name: '',
          at: now(),
          identityCheck,
        });
        return 'assigned';
      }),
    bindYubikey: async (userId, publicId, counters, identityCheck) =>
      db.transaction(async () => {
        if ((await yubikeys.find(publicId))?.owner) return 'taken';
        const takenSlots = (await yubikeys.of(userId)).map(({ owner }) => owner?.slot);
        const slot = SLOTS.find((candidate) => !takenSlots.includes(candidate));
        if (!slot) return 'full';
        if (!(await yubikeys.bind(publicId, { userId, slot }, counters))) return 'replayed';
        await addFactor(userId, {
          type: FACTOR_TYPES.yubikey,
          device: publicId,
          name: '',
          at: now(),
          identityCheck,
        });
        return { slot };
      }),
    addPasskey: async (passkey, identityCheck) =>
      db.transaction(async () => {
        const { userId, credentialId, name } = passkey;
        if ((await passkeys.of(userId)).some((other) => other.name === name)) return 'nameTaken';
        if (!(await passkeys.add(passkey))) return 'known';
        await addFactor(userId, {
          type: FACTOR_TYPES.passkey,
          device: credentialId,
          name,
          at: now(),
          identityCheck,
        });
        return 'added';
      }),
    replaceApp: async (userId, app, identityCheck, check) =>
      db.transaction(async () => registerApp(userId, app, identityCheck, check)),
    replaceAppByLink: async (userId, app, { ak, otp, identityCheck }, check) =>
      links.spend(ak, otp, () => registerApp(userId, app, identityCheck, check)),
    remove: async (userId, factorId, isRemovable) =>
      db.transaction(async () => {
        const factor = (await rows.of(userId)).find((one) => one.factorId === factorId);
        if (!factor) return 'absent';
        if (!(await isRemovable(factor))) return 'last';
        await release(userId, factor);
        await clearDefaults(userId, factor);
        return { removed: factor };
      }),
  };
}
