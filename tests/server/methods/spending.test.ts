import { expect, test } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';

test('the database itself lets a counter only increase', async () => {
  const { otpCards, mobileApps, yubikeys } = (await testServer()).portal.devices;
  const { otpCard, yubikeyFirst } = SEEDED_DEVICES.lee;
  const spends = [
    (value: number) => otpCards.spend(otpCard.serial, value, 0),
    (value: number) => mobileApps.spend('lee', value, 0),
    (value: number) => yubikeys.spend(yubikeyFirst.publicId, { usageCounter: 1, sessionCounter: value }),
  ];
  for (const spend of spends) {
    expect([await spend(7), await spend(7), await spend(6), await spend(8)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  }
});

test('a temporary code is used once, and not after it was replaced', async () => {
  const { emergencyCodes } = (await testServer()).portal.devices;
  const hash = (await emergencyCodes.find('lee'))?.hash ?? '';
  await emergencyCodes.issue('lee', { hash: 'another', validFrom: 0, validUntil: 1, failures: 0 });
  expect(await emergencyCodes.spend('lee', hash)).toBe(false);
  expect([
    await emergencyCodes.spend('lee', 'another'),
    await emergencyCodes.spend('lee', 'another'),
  ]).toEqual([true, false]);
});
