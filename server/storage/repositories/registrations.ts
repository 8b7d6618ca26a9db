import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { FACTOR_TYPES, type FactorType } from '#wire/factor-types.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { Caep, Credential } from './caep.ts';
import type { Devices } from './devices.ts';
import type { Factor, FactorRows } from './factors.ts';
import type { FirstStepDefaults } from './first-step-defaults.ts';
import type { NewMobileApp } from './mobile-apps.ts';
import type { NewPasskey } from './passkeys.ts';
import type { ProvisionLinks } from './provision-links.ts';
import { endOfRememberedIn } from './remembered-browsers.ts';
import type { SecondStepDefaults } from './second-step-defaults.ts';
import type { Slot, YubikeyCounters } from './yubikeys.ts';

/** A card to assign. */
export type CardAssignment = {
  readonly serial: string;
  /** The counter or time step of the card's verified code. */
  readonly factor: number;
  /** How many time steps the clock of the card is ahead. */
  readonly drift: number;
  /** The day of the registration. */
  readonly on: string;
  readonly identityCheck: CheckMethod;
};

/** The method of the identity check for a registration; null for a registration by an administrator. */
type CheckMethod = string | null;

/** Registers and removes factors; each function is one transaction. */
export interface Registrations {
  /** Assigns a card; it replaces the former card of the person, which becomes free. `taken`: the card is not free. */
  assignCard(userId: string, card: CardAssignment): Promise<'assigned' | 'taken'>;
  /**
   * Assigns a YubiKey to the first free slot of a person. `taken`: the key has an owner. `full`: the person has two
   * keys. `replayed`: the code was used before.
   */
  bindYubikey(
    userId: string,
    publicId: string,
    counters: YubikeyCounters,
    identityCheck: CheckMethod,
  ): Promise<{ readonly slot: Slot } | 'taken' | 'full' | 'replayed'>;
  /** Registers a passkey. `known`: it is registered already. */
  addPasskey(passkey: NewPasskey, identityCheck: CheckMethod): Promise<'added' | 'nameTaken' | 'known'>;
  /**
   * Registers an app; it replaces the former app of the person. Pending pushes and QR logins of the person end.
   * @param check throws if the app may not be registered; then nothing is changed
   */
  replaceApp(
    userId: string,
    app: NewMobileApp,
    identityCheck: CheckMethod,
    check: () => Promise<void>,
  ): Promise<void>;
  /** Registers an app as `replaceApp` does, and marks its link as used. */
  replaceAppByLink(
    userId: string,
    app: NewMobileApp,
    link: { readonly ak: string; readonly otp: string | null; readonly identityCheck: CheckMethod },
    check: () => Promise<void>,
  ): ReturnType<ProvisionLinks['consume']>;
  /**
   * Removes a factor, and the default methods that depend on it.
   * @returns `last`: the factor is not removable
   * @param isRemovable decides in the transaction, so that of two concurrent removals one may be refused
   */
  remove(
    userId: string,
    factorId: string,
    isRemovable: (factor: Factor) => Promise<boolean>,
  ): Promise<{ readonly removed: Factor } | 'absent' | 'last'>;
}

/** The methods of each factor type, which can be default methods. */
const METHODS_OF: Readonly<Record<FactorType, readonly TypeCode[]>> = {
  [FACTOR_TYPES.otpCard]: [TYPE_CODES.otpCard],
  [FACTOR_TYPES.yubikey]: [TYPE_CODES.yubikey],
  [FACTOR_TYPES.mobileApp]: [TYPE_CODES.mobileOtp, TYPE_CODES.push, TYPE_CODES.qr],
  [FACTOR_TYPES.passkey]: [TYPE_CODES.passkey],
};

type Deps = {
  readonly devices: Devices;
  readonly factorRows: FactorRows;
  readonly links: ProvisionLinks;
  readonly firstStepDefaults: FirstStepDefaults;
  readonly secondStepDefaults: SecondStepDefaults;
  readonly caep: Caep;
  readonly now: Clock;
};

const SLOTS: readonly Slot[] = ['first', 'second'];

export function registrationsIn(
  db: Storage,
  { devices, factorRows, links, firstStepDefaults, secondStepDefaults, caep, now }: Deps,
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

  /** A factor as a credential of CAEP. */
  const credentialOf = async (
    userId: string,
    { type, device }: Pick<Factor, 'type' | 'device'>,
  ): Promise<Credential> => {
    if (type !== FACTOR_TYPES.passkey) return { type };
    const passkey = (await passkeys.of(userId)).find(({ credentialId }) => credentialId === device);
    return { type, transports: passkey?.transports };
  };

  /**
   * Adds the row of a factor. Ends open links for registering an app, because the identity check that they require was
   * chosen without this factor (rule 242), and the remembered browsers of the person.
   */
  const addFactor: FactorRows['add'] = async (userId, factor) => {
    await factorRows.add(userId, factor);
    await links.endRegistrationLinks(userId);
    await endRemembered(userId);
    await caep.credentialChanged(userId, await credentialOf(userId, factor), 'create');
  };

  /** Removes the row of a factor that a new factor replaces. */
  const dropFactor = async (userId: string, type: FactorType, device: string): Promise<void> => {
    await factorRows.remove(userId, type, device);
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
      registeredAt: now(),
      identityCheck,
    });
    await endPendingRequests(userId);
  };

  /** Removes a factor with its device. */
  const removeFactor = async (userId: string, factor: Factor): Promise<void> => {
    const { type, device } = factor;
    const credential = await credentialOf(userId, factor);
    if (type === FACTOR_TYPES.otpCard) await otpCards.unassign(userId);
    if (type === FACTOR_TYPES.yubikey) await yubikeys.unassign(userId, device);
    if (type === FACTOR_TYPES.mobileApp) {
      await mobileApps.remove(userId);
      await endPendingRequests(userId);
    }
    if (type === FACTOR_TYPES.passkey) {
      await passkeys.remove(userId, device);
      await endChallenges.run(userId);
    }
    await factorRows.remove(userId, type, device);
    await endRemembered(userId);
    await caep.credentialChanged(userId, credential, 'delete');
  };

  /** Clears the default methods of a removed factor, unless the person has another factor of its type. */
  const clearDefaults = async (userId: string, { type }: Factor): Promise<void> => {
    if ((await factorRows.of(userId)).some((factor) => factor.type === type)) return;
    for (const code of METHODS_OF[type]) {
      await firstStepDefaults.clear(userId, code);
      await secondStepDefaults.clear(userId, code);
    }
  };

  return {
    assignCard: async (userId, { serial, factor, drift, on, identityCheck }) =>
      db.transaction(async () => {
        const formerCard = await otpCards.of(userId);
        if (!(await otpCards.findBySerial(serial)) || (await otpCards.findBySerial(serial))?.userId !== null)
          return 'taken';
        await otpCards.unassign(userId);
        if (!(await otpCards.assign(userId, serial, factor, drift, on)))
          throw new Error('A free card was not assigned');
        if (formerCard) await dropFactor(userId, FACTOR_TYPES.otpCard, formerCard.serial);
        await addFactor(userId, {
          type: FACTOR_TYPES.otpCard,
          device: serial,
          name: '',
          registeredAt: now(),
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
          registeredAt: now(),
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
          registeredAt: now(),
          identityCheck,
        });
        return 'added';
      }),
    replaceApp: async (userId, app, identityCheck, check) =>
      db.transaction(async () => registerApp(userId, app, identityCheck, check)),
    replaceAppByLink: async (userId, app, { ak, otp, identityCheck }, check) =>
      links.consume(ak, otp, () => registerApp(userId, app, identityCheck, check)),
    remove: async (userId, factorId, isRemovable) =>
      db.transaction(async () => {
        const factor = (await factorRows.of(userId)).find((candidate) => candidate.factorId === factorId);
        if (!factor) return 'absent';
        if (!(await isRemovable(factor))) return 'last';
        await removeFactor(userId, factor);
        await clearDefaults(userId, factor);
        return { removed: factor };
      }),
  };
}
