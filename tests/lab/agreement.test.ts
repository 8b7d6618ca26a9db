import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pressCard } from '#lab/card/press.ts';
import { type DeviceStore, openDeviceStore } from '#lab/devices/device-store.ts';
import { seededDevices, seededYubikey } from '#lab/devices/seeded.ts';
import { appDisplay } from '#lab/phone/app-otp.ts';
import { touchYubikey } from '#lab/yubikey/touch.ts';
import { codeOf, timeStep } from '#server/login/otp/one-time-password.ts';
import { decryptYubikeyBlock, splitYubikeyOtp } from '#server/login/otp/yubikey-otp.ts';
import { FOREIGN_YUBIKEY, SEEDED_DEVICES, type SeededDevices, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import { temporaryFolder } from './temporary-folder.ts';

const NOW = Date.parse('2026-11-20T09:00:12Z');

const ACCOUNTS = Object.entries<SeededDevices>(SEEDED_DEVICES).map(([userId, seed]) => ({
  userId,
  devices: seededDevices(seed),
}));

const CARDS = ACCOUNTS.flatMap(({ userId, devices: { card } }) => (card ? [{ userId, card }] : []));
const APPS = ACCOUNTS.flatMap(({ userId, devices: { app } }) => (app ? [{ userId, app }] : []));
const YUBIKEYS = [
  ...ACCOUNTS.flatMap(({ devices }) => devices.yubikeys),
  ...[SPARE_YUBIKEY, FOREIGN_YUBIKEY].map(seededYubikey),
];

it('OTP cards of both kinds are seeded', () => {
  expect(new Set(CARDS.map(({ card }) => card.kind))).toEqual(new Set(['hotp', 'totp']));
});

describe('the server expects the codes that a seeded device shows:', () => {
  let store: DeviceStore;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    store = openDeviceStore(join(folder.path, 'lab.json'));
  });
  afterEach(() => folder.remove());

  it.each(CARDS)('the OTP card of $userId', ({ userId, card }) => {
    for (const press of [0, 1, 2]) {
      const counter = card.kind === 'hotp' ? card.counter + press : timeStep(NOW, card.period);
      expect(pressCard(store, userId, card, NOW).code).toBe(codeOf(card, counter));
    }
  });

  it.each(APPS)('the app of $userId', ({ app }) => {
    const key = { ...app, algorithm: 'SHA1' } as const;
    expect(appDisplay(app, NOW).code).toBe(codeOf(key, timeStep(NOW, app.period)));
  });

  it.each(YUBIKEYS)('the Yubikey $publicId', (key) => {
    const touchAndDecrypt = () => {
      const otp = splitYubikeyOtp(touchYubikey(store, key, 'plain', NOW).otp ?? '');
      expect(otp?.publicId).toBe(key.publicId);
      return decryptYubikeyBlock(otp?.block ?? '', key.aesKey);
    };
    const { privateId, usage } = key;
    expect([touchAndDecrypt(), touchAndDecrypt()]).toEqual([
      { privateId, usageCounter: usage + 1, sessionCounter: 0 },
      { privateId, usageCounter: usage + 1, sessionCounter: 1 },
    ]);
  });
});
