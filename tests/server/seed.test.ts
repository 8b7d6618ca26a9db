import { expect, test } from 'vitest';
import { SEED_ACCOUNTS } from '#server/seed/accounts.ts';
import { identified, savePassword } from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { verdictOf } from './methods/steps.ts';

test('every person of the seed has a last and a first name in both languages', async () => {
  const { portal } = await testServer();
  const people = SEED_ACCOUNTS.filter(({ entry }) => entry.userId !== 'admin');
  for (const { entry } of people) {
    const { lastName, firstName } = (await portal.accounts.find(entry.userId)) ?? {};
    expect(`${lastName?.ko}${firstName?.ko}`).toBe(entry.name.ko);
    expect(`${firstName?.en} ${lastName?.en}`).toBe(entry.name.en);
  }
  expect(await portal.accounts.find('admin')).toMatchObject({ lastName: null, firstName: null });
});

test('the former passwords of the seed are refused', async () => {
  const server = await testServer();
  const browser = server.browser();
  await checkPolicy(browser, 'son');
  const token = await identified(server, browser, 'son', 'son@hanbit.example');
  const former = SEED_ACCOUNTS.find(({ entry }) => entry.userId === 'son')?.formerPasswords ?? [];
  expect(former).toHaveLength(3);
  for (const password of former) {
    expect(verdictOf(await savePassword(browser, 'PUT', 'son', token, password))).toBe('error1203');
  }
  expect((await savePassword(browser, 'PUT', 'son', token)).status).toBe(200);
});
