import { expect } from '@playwright/test';
import { FIRST_ADMIN_LOGIN } from '#machines/portal/session-rules.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

const WRONG_PASSWORD = 'not-the-password';

test('an empty ID or password shows an error, and no call is made', async ({ page, person, calls, text }) => {
  await person.openIdEntry();
  await person.idField.fill('   ');
  await person.button('action.next').click();
  await expect(page.getByRole('alert').filter({ hasText: text('info.enter.id') })).toBeVisible();
  await expect(person.idField).toBeFocused();
  await expect(person.idField).toHaveAttribute('aria-invalid', 'true');
  expect(await calls.matching('POST')).toEqual([]);

  await person.idField.fill('kim');
  await expect(page.getByRole('alert').filter({ hasText: text('info.enter.id') })).toHaveCount(0);
  await person.button('action.next').click();
  await expect(person.passwordField).toBeFocused();
  await person.button('action.login').click();
  await expect(page.getByRole('alert').filter({ hasText: text('info.enter.pw') })).toBeVisible();
  await expect(person.passwordField).toBeFocused();
  expect(await calls.matching('POST /authenticate')).toEqual([]);
});

/** IDs that are refused, each with the key of the shown text. */
const REFUSED_IDS: readonly (readonly [string, TextKey])[] = [
  ['nobody', 'error.auth_error_000'],
  ['nam', 'error.auth_error_016'],
  ['moon', 'error.auth_error_016_2'],
  ['baek', 'error.auth_error_016_3'],
];

test('the ID entry shows why an ID is refused, and then accepts another ID', async ({
  page,
  person,
  text,
}) => {
  await person.openIdEntry();
  for (const [userId, key] of REFUSED_IDS) {
    await test.step(userId, async () => {
      await person.enterId(userId);
      await expect(page.getByRole('alert').filter({ hasText: text(key) })).toBeVisible();
      await expect(page).toHaveURL('/first');
      await person.expectSelected(person.idField);
    });
  }
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
});

test('a wrong password is counted, and the person then signs in with the correct password', async ({
  page,
  person,
  language,
}) => {
  await person.identify('counted');
  for (const failCount of [1, 2]) {
    await person.enterPassword(WRONG_PASSWORD);
    await expect(person.dialog).toContainText(refusalText('001', language, { failCount, maxCount: 5 }));
    await expect(person.dialog.getByRole('button')).toBeFocused();
    await page.keyboard.press(failCount === 1 ? 'Enter' : 'Escape');
    await expect(person.dialog).toHaveCount(0);
    await expect(person.passwordField).toHaveValue(WRONG_PASSWORD);
    await person.expectSelected(person.passwordField);
  }
  await page.keyboard.type(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await person.expectSignedIn('counted');
});

test('five wrong passwords lock the account, so that the correct password is refused, too', async ({
  person,
  language,
}) => {
  const counts = (failCount: number) => ({ failCount, maxCount: 5 });
  await person.identify('guessed');
  for (const failCount of [1, 2, 3, 4]) {
    await person.enterPassword(WRONG_PASSWORD);
    await expect(person.dialog).toContainText(refusalText('001', language, counts(failCount)));
    await person.button('action.ok').click();
  }
  for (const password of [WRONG_PASSWORD, SEED_PASSWORD]) {
    await person.enterPassword(password);
    await expect(person.dialog).toContainText(refusalText('001_1', language, { ...counts(5), minutes: 30 }));
    await person.button('action.ok').click();
  }
  expect(await person.fetchServiceSession()).toEqual({ signedIn: false });
});

/** People whose sign-in is refused, each with the error code. */
const REFUSED_ACCOUNTS = [
  ['choi', '001_1'],
  ['jung', '002'],
  ['han', '002_1'],
  ['shin', '002_2'],
  ['ryu', '002_3'],
] as const;

test('a dialog shows why a sign-in is refused', async ({ page, person, language }) => {
  await person.openIdEntry();
  for (const [userId, errCode] of REFUSED_ACCOUNTS) {
    await test.step(`${userId}: ${errCode}`, async () => {
      await person.enterId(userId);
      await person.enterPassword();
      await expect(person.dialog).toContainText(refusalText(errCode, language));
      await person.button('action.ok').click();
      await person.expectSelected(person.passwordField);
      await person.button('action.previous').click();
      await expect(page).toHaveURL('/first');
    });
  }
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

/** People who have to change their password, with the time of its expiry and whether it is their first login. */
const REQUIRED_CHANGES = [
  ['seo', '2026-01-31 23:59:59', false],
  ['admin', FIRST_ADMIN_LOGIN, true],
] as const;

for (const [userId, expiredDay, isFirstLogin] of REQUIRED_CHANGES) {
  test(`${userId} has to change the password before the sign-in`, async ({
    page,
    person,
    portal,
    calls,
    secrets,
  }) => {
    await person.identify(userId);
    await person.enterPassword();
    await expect(page).toHaveURL('/change');
    await expect(person.heading('title.passwordChange')).toBeVisible();
    const { session } = await storedValues(page);
    expect(session?.person).toMatchObject({
      userId,
      expiredDay,
      first: isFirstLogin,
      redirect: expect.stringMatching(new RegExp(`^${portal}/oauth2/authorize/[\\w-]+$`)),
      accessToken: expect.stringMatching(/.{16,}/),
    });
    expect(await person.fetchServiceSession()).toEqual({ signedIn: false });

    const token = session?.person.accessToken ?? '';
    await page.reload();
    await expect(person.heading('title.passwordChange')).toBeVisible();
    await page.goto('/first');
    await person.enterId(userId);
    await expect(person.heading('title.password')).toBeVisible();
    const [, check] = await calls.matching('POST /auth/policy/check');
    expect(check?.headers).toMatchObject({ authorization: `Bearer ${token}` });
    expect(calls.requestedAddresses().filter((address) => address.includes(token))).toEqual([]);
    expect(secrets).toEqual([SEED_PASSWORD]);
  });
}
