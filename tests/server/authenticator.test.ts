import { expect } from 'vitest';
import { maskSerial } from '#server/login/policy/mask.ts';
import { SEED_ACCOUNTS } from '#server/seed/accounts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { enter, type Person } from './methods/steps.ts';

const lookUp = ({ browser, userId }: Pick<Person, 'browser' | 'userId'>, clientId = CLIENT_ID) =>
  browser.call('GET', `/data/sso/authenticator/${userId}?clientId=${clientId}`);

test('tokens are returned masked and without secrets', async () => {
  const lee = await enter(await testServer(), 'lee');
  const { status, json, text } = await lookUp(lee);
  expect(status).toBe(200);
  expect(json).toEqual({
    status: 200,
    authenticator: {
      mobileApp: { deviceName: 'Ga*****S26' },
      otpCard: { serialNumber: 'CA*****417' },
      yubikeyFirst: { serialNumber: 'YK****f00', publicId: 'cc******efgh' },
      yubikeySecond: null,
      fido2token: null,
    },
    license: { isCheckExpired: true, isCheckMax: true },
  });
  const { otpCard, yubikeyFirst, mobileApp } = SEEDED_DEVICES.lee;
  const secrets = [
    otpCard.secret,
    otpCard.serial,
    yubikeyFirst.aesKey,
    yubikeyFirst.publicId,
    mobileApp.secret,
    mobileApp.uuid,
    `YK-${yubikeyFirst.privateId.slice(0, 6)}`,
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('the policy check returns the same tokens', async () => {
  const lee = await enter(await testServer(), 'lee');
  const { json } = await checkPolicy(lee.browser, 'lee');
  expect(json['userToken']).toMatchObject((await lookUp(lee)).json['authenticator'] as object);
});

test('a person may have no token or two keys', async ({ server }) => {
  const yoon = await lookUp(await enter(server, 'yoon'));
  expect(new Set(Object.values(yoon.json['authenticator'] as object))).toEqual(new Set([null]));
  const hong = await lookUp(await enter(server, 'hong'));
  expect(hong.json['authenticator']).toMatchObject({
    yubikeyFirst: { publicId: 'cc******efgi' },
    yubikeySecond: { publicId: 'cc******efgj' },
  });
});

test('an app that was registered offline is returned as offline', async () => {
  const { uuid, os, appVersion, deviceName, secret } = SEEDED_DEVICES.lee.mobileApp;
  const entry = {
    userId: 'off',
    name: { ko: '오프', en: 'Off' },
    tokens: { mobileApp: { uuid, os, appVersion, deviceName, secret, offline: true } },
  };
  const person = await enter(await testServer({ accounts: [entry] }), 'off');
  expect((await lookUp(person)).json['authenticator']).toMatchObject({ mobileApp: 'offline' });
});

test.for([
  ['kang', { isCheckExpired: true, isCheckMax: false }],
  ['kwon', { isCheckExpired: false, isCheckMax: true }],
] as const)('the licence of %s is reported as %j', async ([userId, license]) => {
  const person = await enter(await testServer(), userId);
  expect((await lookUp(person)).json['license']).toEqual(license);
});

test('a licence counts the apps of its users, or of everybody, and is valid through its last day', async () => {
  const licenseWith = async (fields: object) => {
    const server = await testServer({ licenses: [{ id: 'own', ...fields }] });
    return (await lookUp(await enter(server, 'yoon'))).json['license'];
  };
  const apps = Object.values(SEEDED_DEVICES).filter((devices) => 'mobileApp' in devices).length;
  expect(await licenseWith({ mobileApps: apps })).toMatchObject({ isCheckMax: false });
  expect(await licenseWith({ mobileApps: apps + 1 })).toMatchObject({ isCheckMax: true });
  expect(await licenseWith({ mobileApps: 1, users: ['yoon', 'lee'] })).toMatchObject({ isCheckMax: false });
  expect(await licenseWith({ mobileApps: 1, users: ['yoon'] })).toMatchObject({ isCheckMax: true });
  expect(await licenseWith({ until: '2026-11-20' })).toMatchObject({ isCheckExpired: true });
  expect(await licenseWith({ until: '2026-11-19' })).toMatchObject({ isCheckExpired: false });
});

test('every seeded device belongs to a seeded account', () => {
  const userIds = SEED_ACCOUNTS.map(({ entry }) => entry.userId);
  expect(userIds).toEqual(expect.arrayContaining(Object.keys(SEEDED_DEVICES)));
  expect(new Set(userIds).size).toBe(userIds.length);
});

test.for([
  ['CARD-00417', 'CA*****417'],
  ['ccccccbdefgh', 'cc******efgh'],
  ['12345', '1***5'],
  ['12', '**'],
  ['', ''],
])('the serial %j is shown as %j', ([serial = '', masked]) => {
  expect(maskSerial(serial)).toBe(masked);
});
