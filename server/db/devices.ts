import type { DatabaseSync } from 'node:sqlite';
import type { AccountEntry } from '#server/config/account.ts';
import type { RandomBytes } from '#server/deps.ts';
import { emergencyCodesIn } from './emergency-codes.ts';
import { mobileAppsIn } from './mobile-apps.ts';
import { otpCardsIn } from './otp-cards.ts';
import { passkeysIn } from './passkeys.ts';
import { yubikeysIn } from './yubikeys.ts';

export type Devices = ReturnType<typeof devicesIn>;

/** What people have registered. */
export function devicesIn(db: DatabaseSync, random: RandomBytes) {
  const otpCards = otpCardsIn(db);
  const yubikeys = yubikeysIn(db);
  const mobileApps = mobileAppsIn(db);
  const emergencyCodes = emergencyCodesIn(db);
  const passkeys = passkeysIn(db, random);

  return {
    otpCards,
    yubikeys,
    mobileApps,
    emergencyCodes,
    passkeys,
    /** Registers what the entry of a new account names. */
    register({ userId, tokens, emergencyCode }: AccountEntry): void {
      const { otpCard, yubikeyFirst, yubikeySecond, mobileApp } = tokens;
      if (otpCard) otpCards.add(otpCard, userId);
      if (yubikeyFirst) yubikeys.add(yubikeyFirst, { userId, slot: 'first' });
      if (yubikeySecond) yubikeys.add(yubikeySecond, { userId, slot: 'second' });
      if (mobileApp) mobileApps.add(userId, mobileApp);
      if (!emergencyCode) return;
      const { hash, from, until, failures } = emergencyCode;
      const validFrom = from === undefined ? 0 : Date.parse(from);
      emergencyCodes.issue(userId, { hash, validFrom, validUntil: Date.parse(until), failures });
    },
  };
}
