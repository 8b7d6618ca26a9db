import type { AccountEntry } from '#server/config/account.ts';
import type { RandomBytes } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import { emergencyCodesIn } from './emergency-codes.ts';
import { mobileAppsIn } from './mobile-apps.ts';
import { otpCardsIn } from './otp-cards.ts';
import { passkeysIn } from './passkeys.ts';
import { pushSubscriptionsIn } from './push-subscriptions.ts';
import { yubikeysIn } from './yubikeys.ts';

export type Devices = ReturnType<typeof devicesIn>;

function requireNew(isNew: boolean, device: string): void {
  if (!isNew) throw new Error(`The device ${device} is configured twice`);
}

/** The repositories of OTP cards, YubiKeys, mobile apps, passkeys, temporary codes and push subscriptions. */
export function devicesIn(db: Storage, random: RandomBytes) {
  const otpCards = otpCardsIn(db);
  const yubikeys = yubikeysIn(db);
  const mobileApps = mobileAppsIn(db);
  const emergencyCodes = emergencyCodesIn(db);
  const passkeys = passkeysIn(db, random);
  const pushSubscriptions = pushSubscriptionsIn(db);

  return {
    otpCards,
    yubikeys,
    mobileApps,
    emergencyCodes,
    passkeys,
    pushSubscriptions,
    /**
     * Registers the devices in the entry of a new account.
     * @throws Error when a device exists already.
     */
    async register({ userId, tokens, emergencyCode }: AccountEntry): Promise<void> {
      const { otpCard, yubikeyFirst, yubikeySecond, mobileApp } = tokens;
      if (otpCard) requireNew(await otpCards.add(otpCard, userId), otpCard.serial);
      const keys = [
        [yubikeyFirst, 'first'],
        [yubikeySecond, 'second'],
      ] as const;
      for (const [key, slot] of keys) {
        if (key) requireNew(await yubikeys.add(key, { userId, slot }), key.publicId);
      }
      if (mobileApp) await mobileApps.add(userId, mobileApp);
      if (!emergencyCode) return;
      const { hash, from, until, failures } = emergencyCode;
      const validFrom = from === undefined ? 0 : Date.parse(from);
      await emergencyCodes.issue(userId, { hash, validFrom, validUntil: Date.parse(until), failures });
    },
  };
}
