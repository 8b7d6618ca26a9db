import { expect } from 'vitest';
import {
  FOREIGN_YUBIKEY,
  SECOND_SPARE_YUBIKEY,
  SEEDED_DEVICES,
  SPARE_YUBIKEY,
} from '#server/seed/devices.ts';
import { openRegistration, registerYubikey } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

async function setUp(userId = 'noh') {
  const server = await testServer();
  return { server, person: await openRegistration(server, userId) };
}

const test = testWithSetup(setUp);

test('a key is registered by one touch, and the next one signs in', async ({ setup: { server, person } }) => {
  const { json } = await registerYubikey(person, touch(SPARE_YUBIKEY, 1, 0));
  expect(json).toEqual({
    status: 200,
    serialNumber: SPARE_YUBIKEY.serial,
    modelCode: SPARE_YUBIKEY.modelCode,
    publicId: SPARE_YUBIKEY.publicId,
    slot: 'first',
  });
  const noh = await enter(server, 'noh');
  expect(errCodeOrStatus(await logIn(noh, '8', touch(SPARE_YUBIKEY, 1, 0)))).toBe('005_2');
  expect(errCodeOrStatus(await logIn(noh, '8', touch(SPARE_YUBIKEY, 1, 1)))).toBe(200);
});

test('a second key is registered in the second slot, and a third is refused', async ({
  setup: { server, person },
}) => {
  await registerYubikey(person, touch(SPARE_YUBIKEY, 1, 0));
  expect((await registerYubikey(person, touch(SECOND_SPARE_YUBIKEY, 1, 0))).json['slot']).toBe('second');
  expect(errCodeOrStatus(await registerYubikey(person, touch(SEEDED_DEVICES.lee.yubikeyFirst, 1, 0)))).toBe(
    'keyTaken',
  );
  await server.portal.devices.yubikeys.unassign('lee', SEEDED_DEVICES.lee.yubikeyFirst.publicId);
  expect(errCodeOrStatus(await registerYubikey(person, touch(SEEDED_DEVICES.lee.yubikeyFirst, 1, 0)))).toBe(
    'slotsFull',
  );
});

test.for([
  ['a key of somebody else', touch(SEEDED_DEVICES.lee.yubikeyFirst, 1, 0), 409, 'keyTaken'],
  ['a key that the server does not know', touch(FOREIGN_YUBIKEY, 1, 0), 400, '008'],
  ['a counter that was seen', touch(SPARE_YUBIKEY, 0, 0), 400, '008'],
  ['a wrong checksum', touch(SPARE_YUBIKEY, 1, 0, 0x5555), 400, '008'],
  ['43 characters', touch(SPARE_YUBIKEY, 1, 0).slice(1), 400, '005_4'],
  ['45 characters', `c${touch(SPARE_YUBIKEY, 1, 0)}`, 400, '005_4'],
] as const)('%s is refused, and nothing is registered', async ([, otp, status, errCode]) => {
  const { server, person } = await setUp();
  expect(statusAndErrCode(await registerYubikey(person, otp))).toEqual([status, errCode]);
  expect(await server.portal.devices.yubikeys.of('noh')).toEqual([]);
});

test('a disabled key is reported', async ({ setup: { server, person } }) => {
  await server.portal.devices.yubikeys.unassign('ku', SEEDED_DEVICES.ku.yubikeyFirst.publicId);
  expect(errCodeOrStatus(await registerYubikey(person, touch(SEEDED_DEVICES.ku.yubikeyFirst, 1, 0)))).toBe(
    '008_2',
  );
});

test('one touch registers a key once', async ({ setup: { server, person } }) => {
  const lee = await openRegistration(server, 'lee');
  const otp = touch(SPARE_YUBIKEY, 1, 0);
  const answers = await Promise.all([person, lee, person].map((one) => registerYubikey(one, otp)));
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'keyTaken', 'keyTaken']);
});
