import { expect } from '@playwright/test';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { expectVisibleFocus, tabBackTo, tabTo } from '#tests/support/e2e/keyboard.ts';
import { suspendTimers } from '#tests/support/e2e/timers.ts';

test('a person signs in with the keyboard only, and uses each kind of control', async ({
  page,
  person,
  language,
  text,
  lab,
  secrets,
}) => {
  const serviceText = (key: 'signIn' | 'signOut') => SERVICE_TEXTS[key][language];
  secrets.push(SEED_PASSWORD);
  await page.goto(`${lab}/service`);
  await tabTo(page, page.getByRole('link', { name: serviceText('signIn') }));
  await page.keyboard.press('Enter');

  await expect(person.idField).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(person.idField).toBeFocused();
  await page.keyboard.type('yun');
  await tabTo(page, person.button('action.next'));
  await page.keyboard.press('Space');

  await expect(person.passwordField).toBeFocused();
  await page.keyboard.type('wrong');
  await tabTo(page, person.button('password.show'));
  await page.keyboard.press('Space');
  await expect(person.passwordField).toHaveAttribute('type', 'text');
  await expect(person.button('password.hide')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(person.passwordField).toHaveAttribute('type', 'password');
  const alwaysUse = page.getByRole('checkbox', { name: text('password.always') });
  await tabTo(page, alwaysUse);
  await page.keyboard.press('Space');
  await expect(alwaysUse).toBeChecked();
  await page.keyboard.press('Space');
  await expect(alwaysUse).not.toBeChecked();
  await tabBackTo(page, person.button('action.login'));
  await page.keyboard.press('Enter');

  const okButton = person.dialog.getByRole('button');
  await expect(okButton).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Tab');
  await expect(person.passwordField).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(okButton).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(person.passwordField).toBeFocused();
  await page.keyboard.type(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await person.expectSignedIn('yun');

  await suspendTimers(page);
  await page.goto(`${lab}/service/login`);
  await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
  await tabTo(page, person.button('redirect.stay'));
  await page.keyboard.press('Enter');
  await tabTo(page, person.button('redirect.switch'));
  await page.keyboard.press('Enter');
  await expect(person.idField).toBeFocused();
});

test('a method can be chosen and used with the keyboard only', async ({
  page,
  person,
  methods,
  devices,
  text,
}) => {
  await methods.reachChooser('yoon');
  await expect(person.heading('title.chooser')).toBeFocused();
  await tabTo(page, methods.tile('sms'));
  await expect(methods.tile('sms')).toHaveAccessibleDescription(text('chooser.noContact'));
  await page.keyboard.press('Enter');
  await methods.expectChooser();
  await tabTo(page, person.button('action.previous'));
  await page.keyboard.press('Enter');

  await expect(person.idField).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('kang');
  await page.keyboard.press('Enter');
  await methods.expectChooser();
  await tabTo(page, methods.tile('mobileOtp'));
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog').getByRole('button')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Escape');
  await expect(methods.tile('mobileOtp')).toBeFocused();
  await tabBackTo(page, methods.tile('privateMail'));
  await page.keyboard.press('Enter');
  await expect(person.button('otp.send')).toBeFocused();
  await page.keyboard.press('Space');
  await methods.expectSent();
  await expect(methods.codeField).toBeFocused();
  await page.keyboard.type(await devices.newestCode('kang', 'exmail'));
  await tabTo(page, methods.alwaysUse);
  await tabBackTo(page, person.button('action.login'));
  await page.keyboard.press('Enter');
  await person.expectSignedIn('kang');
});

test('the focus moves to the heading or the field of a new screen', async ({ page, person }) => {
  await page.goto('/error?reason=invalidAccess');
  await expect(person.heading('notice.invalidAccess')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(person.idField).toBeFocused();
});

test('the ID and the password can be pasted, and their fields are marked for password managers', async ({
  page,
  person,
  context,
  secrets,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = async (value: string) => {
    await page.evaluate((content) => navigator.clipboard.writeText(content), value);
    await page.keyboard.press('ControlOrMeta+V');
  };
  secrets.push(SEED_PASSWORD);
  await person.openIdEntry();
  await expect(person.idField).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(person.idField).toHaveAttribute('name', 'username');
  await paste(' kim ');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();

  const userName = page.locator('form input[autocomplete=username]');
  await expect(userName).toHaveValue('kim');
  await expect(userName).not.toBeInViewport();
  await expect(person.passwordField).toHaveAttribute('autocomplete', 'current-password');
  await expect(person.passwordField).toHaveAttribute('type', 'password');
  await expect(page.locator('form:has(input[type=password])')).toHaveAttribute('method', 'post');
  await paste(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await person.expectSignedIn('kim');
});

test('a hint is shown while Caps Lock is on', async ({ page, person, text }) => {
  await person.identify('kim');
  const capsLock = page.getByRole('status').filter({ hasText: text('password.capsLock') });
  await person.passwordField.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true });
  await expect(capsLock).toBeVisible();
  await person.passwordField.dispatchEvent('keydown', { key: 'a', modifierCapsLock: false, bubbles: true });
  await expect(capsLock).toHaveCount(0);
});

test('the language can be changed with the keyboard during a sign-in', async ({
  page,
  person,
  language,
  secrets,
}) => {
  // The button 한국어 is before the button English, so one is reached with Shift+Tab and the other with Tab.
  const languageButtons =
    language === 'ko'
      ? ([
          ['English', tabBackTo],
          ['한국어', tabBackTo],
        ] as const)
      : ([
          ['한국어', tabBackTo],
          ['English', tabTo],
        ] as const);
  secrets.push(SEED_PASSWORD);
  await person.openIdEntry();
  await page.keyboard.type('yun');
  for (const [name, tabToButton] of languageButtons) {
    const choice = page.getByRole('button', { name, exact: true });
    await tabToButton(page, choice);
    await page.keyboard.press('Enter');
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
  }
  await tabTo(page, person.idField);
  await expect(person.idField).toHaveValue('yun');
  await page.keyboard.press('Enter');
  await expect(person.passwordField).toBeFocused();
  await page.keyboard.type(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await person.expectSignedIn('yun');

  await tabTo(page, page.getByRole('button', { name: SERVICE_TEXTS.signOut[language], exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(SERVICE_TEXTS.signedOut[language])).toBeVisible();
});
