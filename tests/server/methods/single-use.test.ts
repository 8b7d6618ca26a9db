import { expect, test } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';

test('the database rejects a counter that does not increase', async () => {
  const { otpCards, mobileApps, yubikeys } = (await testServer()).portal.devices;
  const { otpCard, yubikeyFirst } = SEEDED_DEVICES.lee;
  const usesOfCounters = [
    (value: number) => otpCards.consumeFactor(otpCard.serial, value, 0),
    (value: number) => mobileApps.consumeStep('lee', value, 0),
    (value: number) =>
      yubikeys.raiseCounters(yubikeyFirst.publicId, { usageCounter: 1, sessionCounter: value }),
  ];
  for (const use of usesOfCounters) {
    expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([true, false, false, true]);
  }
});

test('a temporary code can be used once, and not after it has been replaced', async () => {
  const { emergencyCodes } = (await testServer()).portal.devices;
  const hash = (await emergencyCodes.find('lee'))?.hash ?? '';
  await emergencyCodes.issue('lee', { hash: 'another', validFrom: 0, validUntil: 1, failures: 0 });
  expect(await emergencyCodes.consume('lee', hash)).toBe(false);
  expect([
    await emergencyCodes.consume('lee', 'another'),
    await emergencyCodes.consume('lee', 'another'),
  ]).toEqual([true, false]);
});
