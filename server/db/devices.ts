import type { DatabaseSync } from 'node:sqlite';
import type { AccountEntry } from '#server/config/account.ts';
import { emergencyCodesIn } from './emergency-codes.ts';
import { mobileAppsIn } from './mobile-apps.ts';
import { otpCardsIn } from './otp-cards.ts';
import { yubikeysIn } from './yubikeys.ts';

export type Devices = ReturnType<typeof devicesIn>;

/** What people have registered. */
export function devicesIn(db: DatabaseSync) {
  const otpCards = otpCardsIn(db);
  const yubikeys = yubikeysIn(db);
  const mobileApps = mobileAppsIn(db);
  const emergencyCodes = emergencyCodesIn(db);
  const nameOfPasskey = db.prepare(
    `SELECT label FROM account_tokens WHERE user_id = ? AND kind = 'fido2token'`,
  );
  const insertPasskey = db.prepare(`INSERT INTO account_tokens VALUES (?, 'fido2token', ?)`);

  return {
    otpCards,
    yubikeys,
    mobileApps,
    emergencyCodes,
    passkeyName(userId: string): string | null {
      const row = nameOfPasskey.get(userId);
      return row ? String(row['label']) : null;
    },
    /** Registers what the entry of a new account names. */
    register({ userId, tokens, emergencyCode }: AccountEntry): void {
      const { otpCard, yubikeyFirst, yubikeySecond, mobileApp, fido2token } = tokens;
      if (otpCard) otpCards.add(otpCard, userId);
      if (yubikeyFirst) yubikeys.add(yubikeyFirst, { userId, slot: 'first' });
      if (yubikeySecond) yubikeys.add(yubikeySecond, { userId, slot: 'second' });
      if (mobileApp) mobileApps.add(userId, mobileApp);
      if (fido2token) insertPasskey.run(userId, fido2token);
      if (!emergencyCode) return;
      const { hash, from, until, failures } = emergencyCode;
      const validFrom = from === undefined ? 0 : Date.parse(from);
      emergencyCodes.issue(userId, { hash, validFrom, validUntil: Date.parse(until), failures });
    },
  };
}
