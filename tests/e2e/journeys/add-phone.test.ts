import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { test } from '#tests/support/e2e/phone-app.ts';
import { pushIdGroups, pushModalOf } from '#tests/support/e2e/push.ts';
import { qrScreenOf, readQrCode } from '#tests/support/e2e/qr.ts';
import { qrNumber } from '#wire/qr-login.ts';
import { START_FAILURE } from '#wire/server-portal.ts';

/** A separate server, since the tests change factors. Each test registers a phone for a different person. */
test.use({ configFile: {} });

const readAppLink = async (page: Page): Promise<string> => {
  await expect(page.locator('canvas')).toBeVisible();
  await expect.poll(() => readQrCode(page)).toMatch(/\/app\/#/);
  return readQrCode(page);
};

/**
 * Counts presses on controls from now on, with the mouse or with Enter or Space. Returns a function that returns their
 * number.
 */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = { presses: 0 };
    Object.assign(globalThis, { counter });
    const count = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button, a, label, input')) counter.presses += 1;
    };
    addEventListener('pointerdown', count, true);
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter' || event.key === ' ') count(event);
      },
      true,
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'counter').presses);
}

test('a phone is added and approves a push with one scan, three presses on the computer and two presses on the phone', async ({
  person,
  page,
  text,
  methods,
  registration,
  phoneWithCamera: { phone, show },
}) => {
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('10').click();
  await registration.passIdentityCheck('noh');
  await expect(page.getByRole('radio', { name: text('registerApp.way.qrCode') })).toBeChecked();
  // The app is opened before the QR code is shown, since the QR code is valid for 30 s.
  await phone.page.goto('/app/');
  await expect(phone.heading('phone.adding')).toBeVisible();
  await expectAccessible(phone.page);
  const countOnPhone = await countPresses(phone.page);
  const countOnComputer = await countPresses(page);
  await person.button('action.next').click();
  await expect(page.getByText(text('registerApp.scanWeb'))).toBeVisible();
  const appLink = await readAppLink(page);
  await show(appLink);

  await phone.press('phone.way.scan');
  await expect(phone.page.getByText(text('phone.notice.added'))).toBeVisible();
  await registration.expectRegistered();

  const fixtures = { person, text };
  await methods.expectAt('10');
  await person.button('push.request').click();
  await expect(pushModalOf(fixtures)).toBeVisible();
  const shownGroups = await pushIdGroups(fixtures);
  const computerPresses = await countOnComputer();
  const groupButtons = phone.page
    .getByRole('group', { name: text('phone.request.choose') })
    .getByRole('button');
  await groupButtons.filter({ hasText: new RegExp(shownGroups.join('|')) }).click();
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('noh');
  expect({ computer: computerPresses, phone: await countOnPhone() }).toEqual({ computer: 3, phone: 2 });
});

test('a phone is added with a link in an SMS', async ({
  person,
  page,
  text,
  devices,
  registration,
  phone,
}) => {
  await person.openIdEntry();
  await person.enterId('bae');
  await registration.tile('9').click();
  await registration.passIdentityCheck('bae');
  await expect(
    page.getByText(text('registerApp.getWeb', { address: new URL('/app/', page.url()).href })),
  ).toBeVisible();
  await registration.chooseAppMethod('sms');
  await expect(page.getByRole('timer')).toBeVisible();
  await phone.page.goto(await devices.newestLink('bae', 'sms'));
  await expect(phone.page).toHaveURL('/app/');
  await phone.press('phone.register');
  const code = await phone.waitForCode('bae');
  await registration.expectRegistered();
  await registration.field('code.label').fill(code);
  await person.button('action.login').click();
  await person.expectSignedIn('bae');
});

test('a phone without a network is added, and the person signs in with its code', async ({
  person,
  page,
  text,
  registration,
  phone,
}) => {
  await person.openIdEntry();
  await person.enterId('heo');
  await registration.tile('9').click();
  await registration.passIdentityCheck('heo');
  await registration.chooseAppMethod('offline');

  await phone.page.goto('/app/');
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await phone.context.setOffline(true);
  await phone.page.reload();
  await phone.press('phone.way.offline');
  const keyGroups = phone.page.getByRole('definition').getByText(/^[A-Z0-9]{4}$/);
  await expect(keyGroups).toHaveCount(4);
  await expectAccessible(phone.page);
  await expectGoodLayout(phone.page);
  const clientKey = (await keyGroups.allInnerTexts()).join('');
  await page.getByLabel(text('registerApp.group', { number: 1 })).fill(clientKey);
  await person.button('action.next').click();
  const characters = await page.getByText(/^[A-Z2-9]{8}$/).innerText();
  await phone.page.getByLabel(text('phone.offline.characters')).fill(characters.toLowerCase());
  await phone.page.getByLabel(text('phone.offline.userId'), { exact: true }).fill('heo');
  await phone.press('phone.next');
  await expect(phone.page.getByText(await page.getByText(/^\d{6}$/).innerText())).toBeVisible();
  await person.button('registerApp.same').click();
  await person.button('action.register').click();
  await registration.expectRegistered();
  await phone.press('phone.offline.same');
  await expect(phone.page.getByText(text('phone.offlineAccount'))).toBeVisible();
  await registration.field('code.label').fill(await phone.waitForCode('heo'));
  await person.button('action.login').click();
  await person.expectSignedIn('heo');
});

test('a QR login is refused when the phone chooses a wrong number, and approved when it chooses the shown number', async ({
  person,
  page,
  text,
  devices,
  phone,
}) => {
  const qr = qrScreenOf(person, text);
  const numbers = phone.page.getByRole('group', { name: text('phone.login.choose') }).getByRole('button');
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');

  await qr.open();
  await phone.page.goto(await readAppLink(page));
  await expect(phone.heading('phone.request.login')).toBeVisible();
  await expect(numbers).toHaveCount(3);
  await expectAccessible(phone.page);
  await expectGoodLayout(phone.page);
  const shownNumber = await page.locator('strong').innerText();
  await numbers.filter({ hasNotText: shownNumber }).first().click();
  await expect(phone.page.getByText(text('phone.notice.wrongNumber'))).toBeVisible();
  await page.getByRole('dialog').getByRole('button').click();

  await qr.renewButton.click();
  const appLink = await readAppLink(page);
  await phone.page.goto(appLink);
  const qrId = new URLSearchParams(new URL(appLink).hash.slice(1)).get('id') ?? '';
  await numbers.filter({ hasText: qrNumber(qrId) }).click();
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
});

const APP_SCRIPT_PATTERN = '**/app/assets/first-*.js';

/** Delays the script of the app. Returns a function that releases the script. */
async function delayScript(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(APP_SCRIPT_PATTERN, async (route) => {
    await released.promise;
    await route.continue();
  });
  return async () => {
    released.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('the app shows its first screen before the script has loaded, and presses take effect afterwards', async ({
  text,
  devices,
  phone,
}) => {
  const { page } = phone;
  const releaseScript = await delayScript(page);
  await page.goto('/app/', { waitUntil: 'commit' });
  await expectGoodLayout(page);
  await phone.press('phone.way.link');
  await expect(phone.heading('phone.adding')).toBeVisible();
  await releaseScript();
  await expect(page.getByLabel(text('phone.link.label'))).toBeFocused();

  await page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');
  // The service worker is unregistered, so that the reload loads the page from the portal.
  await page.evaluate(() => navigator.serviceWorker.ready.then((worker) => worker.unregister()));
  const releaseScriptAgain = await delayScript(page);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await expect(page.locator('#root')).toBeEmpty();
  await releaseScriptAgain();
  await phone.waitForCode('lim');
});

test('the app shows an error when its script cannot be loaded', async ({ browser, portal, language }) => {
  const page = await browser.newPage({ baseURL: portal, locale: language });
  await page.route(APP_SCRIPT_PATTERN, (route) => route.abort());
  await page.goto('/app/');
  await expect(page.getByRole('alert')).toContainText(START_FAILURE[language]);
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.close();
});
