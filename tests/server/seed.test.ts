import * as v from 'valibot';
import { expect } from 'vitest';
import { account } from '#server/config/account.ts';
import { SEED_ACCOUNTS } from '#server/seed/accounts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { startPasskey } from '#tests/support/server/passkey-calls.ts';
import { savePassword, tokenByMail } from '#tests/support/server/passwords.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

test('every seeded person has a last and a first name in both languages', async ({ portal }) => {
  const people = SEED_ACCOUNTS.filter(({ entry }) => entry.userId !== 'admin');
  for (const { entry } of people) {
    const { lastName, firstName } = (await portal.accounts.find(entry.userId)) ?? {};
    expect(`${lastName?.ko}${firstName?.ko}`).toBe(entry.name.ko);
    expect(`${firstName?.en} ${lastName?.en}`).toBe(entry.name.en);
  }
  expect(await portal.accounts.find('admin')).toMatchObject({ lastName: null, firstName: null });
});

test('the former passwords of the seed are refused', async ({ server, browser }) => {
  await checkPolicy(browser, 'son');
  const token = await tokenByMail(server, browser, 'son', 'son@hanbit.example');
  const former = SEED_ACCOUNTS.find(({ entry }) => entry.userId === 'son')?.formerPasswords ?? [];
  expect(former).toHaveLength(3);
  for (const password of former) {
    expect(errCodeOrStatus(await savePassword(browser, 'PUT', 'son', token, password))).toBe('error1203');
  }
  expect((await savePassword(browser, 'PUT', 'son', token)).status).toBe(200);
});

type SeededKey = (typeof SEEDED_DEVICES)['tak' | 'ma']['yubikeyFirst'];

/** Signs in by a key, and opens the registration in the same browser. */
async function openRegistrationByKey(userId: 'tak' | 'ma', key: SeededKey): Promise<Registration> {
  const server = await testServer();
  const person = await enter(server, userId);
  expect((await logIn(person, '8', touch(key, 1, 0))).status).toBe(200);
  return openRegistration(server, userId, { browser: person.browser });
}

test('the only factor of `tak` cannot be removed', async () => {
  const tak = await openRegistrationByKey('tak', SEEDED_DEVICES.tak.yubikeyFirst);
  const list = await tak.call('GET', '/data/portal/factors?userId=tak');
  const [factor, ...others] = list.json['factors'] as Record<string, unknown>[];
  expect(others).toEqual([]);
  expect(factor).toMatchObject({ type: '8', isRemovable: false, reason: 'lastFactor' });
  const removed = await tak.call('DELETE', `/data/portal/factors/${factor?.['factorId']}?userId=tak`, {
    headers: { 'Content-Type': null },
  });
  expect(statusAndErrCode(removed)).toEqual([409, 'lastFactor']);
});

test('`ma` registers a passkey only after a sign-in by a key', async () => {
  const byPassword = await openRegistration(await testServer(), 'ma');
  expect(statusAndErrCode(await startPasskey(byPassword))).toEqual([403, 'tooWeak']);
  const ma = await openRegistrationByKey('ma', SEEDED_DEVICES.ma.yubikeyFirst);
  expect((await startPasskey(ma)).status).toBe(200);
});

const DAY_MS = 24 * 60 * 60_000;

test('the password of eom expires in three days', async () => {
  const server = await testServer();
  const targetOf = async () => (await signIn(server.browser(), 'eom')).json['to'];
  server.wait(3 * DAY_MS);
  expect(await targetOf()).not.toBe('/change');
  server.wait(DAY_MS);
  expect(await targetOf()).toBe('/change');
});

test.for([
  ['an OTP card', { otpCard: SEEDED_DEVICES.lee.otpCard }],
  ['a YubiKey', { yubikeyFirst: SEEDED_DEVICES.tak.yubikeyFirst }],
] as const)('%s of one account cannot be added with another', async ([, devices], { portal }) => {
  const entry = v.parse(account, { ...SEED_ACCOUNTS[0]?.entry, userId: 'new', tokens: devices });
  await expect(portal.accounts.add(entry, null)).rejects.toThrow('configured twice');
});
