import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { type PhoneApp, test } from '#tests/support/e2e/phone-app.ts';
import { type PushFixtures, pushIdGroups, requestPush } from '#tests/support/e2e/push.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

const PIN = '271828';

async function typePin(page: Page, text: TextOf, pin: string): Promise<void> {
  await page.getByLabel(text('phone.pin.label'), { exact: true }).fill(pin);
}

/** Presses the group of characters that the portal shows. */
async function chooseShownGroup({ page }: PhoneApp, fixtures: PushFixtures): Promise<void> {
  const groupButtons = page
    .getByRole('group', { name: fixtures.text('phone.request.choose') })
    .getByRole('button');
  await expect(groupButtons).toHaveCount(4);
  await groupButtons.filter({ hasText: new RegExp((await pushIdGroups(fixtures)).join('|')) }).click();
}

test('a PIN protects approvals and codes, and is locked after five wrong tries', async ({
  person,
  methods,
  devices,
  text,
  phone,
}) => {
  const fixtures = { person, methods, text };
  const { page, press } = phone;
  await page.goto('/app/');
  await press('phone.way.link');
  await page.getByLabel(text('phone.link.label')).fill(await devices.issueAppLink('lim'));
  await press('phone.register');
  await phone.waitForCode('lim');

  await press('phone.settings');
  await page.getByLabel(text('phone.rename')).fill('Galaxy');
  await press('phone.rename.save');
  await expect(page.getByText(text('phone.notice.renamed'))).toBeVisible();
  await page.reload();
  await press('phone.settings');
  await expect(page.getByLabel(text('phone.rename'))).toHaveValue('Galaxy');
  await expect(page.getByText(text('phone.settings.lock.off'))).toBeVisible();
  await press('phone.settings.lockChange');
  await expectAccessible(page);
  await press('phone.lock.pin');
  await typePin(page, text, PIN);
  await page.getByLabel(text('phone.pin.again')).fill(PIN);
  await expectGoodLayout(page);
  await press('phone.pin.set');
  await expect(page.getByText(text('phone.notice.locked'))).toBeVisible();

  await press('phone.settings');
  await press('phone.settings.lockChange');
  await typePin(page, text, PIN);
  await press('phone.unlock.action');
  const coverCodes = page.getByRole('checkbox', { name: text('phone.lock.cover') });
  await coverCodes.click();
  await expect(coverCodes).toBeChecked();
  await press('phone.lock.keep');
  await expect(page.getByText(text('phone.codes.covered'))).toBeVisible();
  await expectAccessible(page);

  await requestPush(fixtures);
  await chooseShownGroup(phone, fixtures);
  await expect(phone.heading('phone.unlock')).toBeVisible();
  await expectAccessible(page);
  await typePin(page, text, '314159');
  await press('phone.unlock.action');
  await expect(page.getByText(text('phone.pin.wrong', { remaining: 4 }))).toBeVisible();
  await expect(page.getByLabel(text('phone.pin.label'), { exact: true })).toBeFocused();
  await typePin(page, text, PIN);
  await press('phone.unlock.action');
  await expect(page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
  await press('phone.settings');
  await expect(page.getByRole('listitem').filter({ hasText: text('phone.records.approved') })).toHaveCount(1);
  await press('phone.back');

  await press('phone.codes.show');
  for (const remaining of [4, 3, 2]) {
    await typePin(page, text, '314159');
    await press('phone.unlock.action');
    await expect(page.getByText(text('phone.pin.wrong', { remaining }))).toBeVisible();
  }
  await page.reload();
  await press('phone.codes.show');
  for (const message of [text('phone.pin.wrong', { remaining: 1 }), text('phone.pin.over')]) {
    await typePin(page, text, '314159');
    await press('phone.unlock.action');
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.reload();
  await press('phone.codes.show');
  await typePin(page, text, PIN);
  await press('phone.unlock.action');
  await expect(page.getByText(text('phone.pin.over'))).toBeVisible();
  await press('phone.lock.lost');
  await expectAccessible(page);
  await press('phone.clearing.confirm');
  await expect(page.getByText(text('phone.notice.cleared'))).toBeVisible();
  await page.reload();
  await expect(phone.heading('phone.adding')).toBeVisible();
});

test('an approval requires the screen lock of the phone when the app uses the screen lock', async ({
  person,
  methods,
  devices,
  text,
  lab,
  phone,
}) => {
  const fixtures = { person, methods, text };
  const authenticator = await addAuthenticator(phone.page, lab);
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.page.waitForURL('**/app/');
  await phone.press('phone.register');
  await expect(phone.heading('phone.lock')).toBeVisible();
  await expectAccessible(phone.page);
  await expectGoodLayout(phone.page);
  await phone.press('phone.lock.passkey');
  await expect(phone.page.getByText(text('phone.notice.locked'))).toBeVisible();
  await phone.waitForCode('lim');

  await authenticator.setVerified(false);
  await requestPush(fixtures);
  await chooseShownGroup(phone, fixtures);
  await expect(phone.page.getByText(text('phone.unlock.unconfirmed'))).toBeVisible();
  await expectAccessible(phone.page);
  await authenticator.setVerified(true);
  await phone.press('phone.retry');
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
});

/** Stores accounts in version 1 of the database, like the app before there was a lock. */
const storeFormerAccounts = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('munjigi-phone', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('accounts', { keyPath: 'id' });
      opening.result.createObjectStore('values');
    };
    opening.onsuccess = async () => {
      const codeKey = await crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode('12345678901234567890'),
        { name: 'HMAC', hash: 'SHA-1' },
        false,
        ['sign'],
      );
      const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
        'sign',
        'verify',
      ]);
      const transaction = opening.result.transaction('accounts', 'readwrite');
      const store = transaction.objectStore('accounts');
      const jwk = { kty: 'EC', crv: 'P-256', x: '', y: '' };
      store.put({ id: '1', userId: 'kim', addedAt: 1, codeKey, deviceKey: { privateKey, jwk } });
      store.put({ id: '2', userId: 'noh', addedAt: 2, codeKey, deviceKey: null });
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });

test('the accounts of a former version of the app still work after an update', async ({
  text,
  phone,
  language,
}) => {
  await phone.page.goto('/app/app.webmanifest');
  await phone.page.evaluate(storeFormerAccounts);
  await phone.page.goto('/app/');
  expect(await phone.waitForCode('kim')).toBe(await phone.waitForCode('noh'));
  await phone.press('phone.settings');
  await expect(phone.page.getByText(text('phone.records.none'))).toBeVisible();
  const [otherLanguage, name] = language === 'ko' ? ['en', 'English'] : ['ko', '한국어'];
  await phone.page.getByRole('button', { name, exact: true }).click();
  await expect(phone.page.locator('html')).toHaveAttribute('lang', otherLanguage);
  await expect(phone.page.getByText(text('phone.records.none'))).toHaveCount(0);
});
