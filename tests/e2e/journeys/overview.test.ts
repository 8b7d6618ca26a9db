import { expect } from '@playwright/test';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { test } from '#tests/support/e2e/registration.ts';

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

test('a person renames a factor, removes a factor after a confirmation, and ends other sessions', async ({
  person,
  page,
  text,
  lab,
  portal,
  browser,
  locale,
  personOf,
  devices,
  methods,
  registration,
}) => {
  const otherContext = await browser.newContext({ locale: locale ?? 'ko-KR', baseURL: portal });
  const personInOtherBrowser = personOf(await otherContext.newPage());
  const otherMethods = methodScreensOf(personInOtherBrowser, text);
  await otherMethods.reach('lee', 'mobileOtp');
  await otherMethods.enterCode(await devices.appCode('lee'));
  await personInOtherBrowser.expectSignedIn('lee');

  const authenticator = await addAuthenticator(page, lab);
  await authenticator.createPasskey('lee');
  await authenticator.setPresence(false);
  await methods.reachChooser('lee');
  await person.button('chooser.manage').click();
  await registration.passIdentityCheck('lee');
  const itemOf = (kind: string) => page.getByRole('listitem').filter({ hasText: kind });
  const passkey = itemOf(text('factor.kind.12'));
  await passkey.getByRole('button', { name: text('factors.rename') }).click();
  await expect(registration.field('factors.newName')).toBeFocused();
  await registration.field('factors.newName').fill('Blue key');
  await person.button('factors.save').click();
  await expect(page.getByText(text('factors.renamed'))).toBeVisible();
  await expect(passkey.getByRole('heading', { name: 'Blue key' })).toBeVisible();
  const passkeysAtServer = await (await fetch(`${lab}/passkey/lee`)).json();
  expect(passkeysAtServer).toMatchObject({ passkeys: [{ name: 'Blue key' }] });

  const card = itemOf(text('factor.kind.7'));
  const removeButton = card.getByRole('button', { name: text('factors.remove') });
  await removeButton.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: text('action.cancel') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(removeButton).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: text('factors.remove') }).click();
  await expect(page.getByText(text('factors.removed'))).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(page.locator(':focus')).toBeVisible();

  await person.button('factors.end').click();
  await dialog.getByRole('button', { name: text('factors.end') }).click();
  await expect(page.getByText(text('factors.ended'))).toBeVisible();
  await expect(page.getByText(text('factors.noSessions'))).toBeVisible();
  await personInOtherBrowser.openIdEntry();
  await otherContext.close();

  await person.button('action.previous').click();
  await methods.expectChooser();
  await registration.tile('7').click();
  await expect(person.heading('title.management')).toBeVisible();
});
