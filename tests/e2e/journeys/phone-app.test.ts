import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { type PhoneApp, test } from '#tests/support/e2e/phone-app.ts';
import { pushIdGroups, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';
import type { ConfigFile } from '#tests/support/e2e/site.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

/** Tries to export the stored keys as a script in the app could. */
const tryExportingKeys = (): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('munjigi-phone');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('accounts').objectStore('accounts').getAll();
      reading.onsuccess = async () => {
        const [{ codeKey, deviceKey }] = reading.result;
        const tries = [codeKey, deviceKey.privateKey].flatMap((key: CryptoKey) =>
          ['raw', 'jwk', 'pkcs8'].map((format) =>
            crypto.subtle.exportKey(format as 'raw', key).then(
              () => 'exported',
              () => 'refused',
            ),
          ),
        );
        resolve(await Promise.all(tries));
      };
    };
  });

/** Presses, of four groups of characters, the group that the portal shows. */
async function chooseShownGroup(
  { page }: PhoneApp,
  text: TextOf,
  shownGroups: readonly string[],
): Promise<void> {
  const groupButtons = page.getByRole('group', { name: text('phone.request.choose') }).getByRole('button');
  await expect(groupButtons).toHaveCount(4);
  await groupButtons.filter({ hasText: new RegExp(shownGroups.join('|')) }).click();
}

async function typeDigits({ page, press }: PhoneApp, text: TextOf, authCode: string, otp: string) {
  await page.getByLabel(text('phone.digits.authCode')).fill(authCode);
  await page.getByLabel(text('phone.digits.otp')).fill(otp);
  await press('phone.register');
}

test('a phone is added by typing digits, its keys cannot be exported, and its codes work without a network', async ({
  person,
  page,
  text,
  registration,
  phone,
}) => {
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('qrCode');
  await person.button('registerApp.typeInstead').click();
  const authCode = await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText();
  const otp = await page.getByText(/^\d{6}$/).innerText();

  await phone.page.goto('/app/');
  await expect(phone.heading('phone.adding')).toBeVisible();
  await expectAccessible(phone.page);
  await phone.press('phone.way.digits');
  await expect(phone.page.getByLabel(text('phone.digits.authCode'))).toBeFocused();
  await typeDigits(phone, text, authCode, '12345');
  await expect(phone.page.getByText(text('phone.digits.invalid'))).toBeVisible();
  await expect(phone.page.getByLabel(text('phone.digits.authCode'))).toBeFocused();
  await typeDigits(phone, text, authCode, otp === '000000' ? '000001' : '000000');
  await expect(phone.page.getByRole('dialog')).toContainText(text('phone.failure.otp'));
  await phone.press('phone.ok');
  await expectGoodLayout(phone.page);
  await typeDigits(phone, text, authCode, otp);
  await expect(phone.heading('phone.home')).toBeVisible();
  await expect(phone.page.getByText(text('phone.notice.added'))).toBeVisible();
  await expectAccessible(phone.page);
  expect(new Set(await phone.page.evaluate(tryExportingKeys))).toEqual(new Set(['refused']));

  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await phone.context.setOffline(true);
  await phone.page.reload();
  await expect(phone.heading('phone.home')).toBeVisible();
  const code = await phone.waitForCode('noh');
  await registration.expectRegistered();
  await expect(person.heading('title.method.9')).toBeVisible();
  await registration.field('code.label').fill(code);
  await person.button('action.login').click();
  await person.expectSignedIn('noh');
});

const OTHER_PORTAL_CONFIG = {
  branding: { name: { ko: '다른 포털', en: 'Other portal' }, colors: { accent: '#8a1c1c' } },
} as const satisfies ConfigFile;

test('a phone can have accounts of two portals, each in the app of its portal', async ({
  browser,
  contextOptions,
  locale,
  sites,
  person,
  methods,
  personOf,
  devices,
  text,
  phone,
  portal,
  language,
}) => {
  const akOf = async (userId: string) =>
    new URL(await devices.issueAppLink(userId)).searchParams.get('ak') ?? '';
  const appLinkOf = async (userId: string) => {
    const check = await phone.page.request.get(
      `/data/check/provision/mobileapp/${await akOf(userId)}?subdomain=`,
      { headers: { 'X-Language': 'en' } },
    );
    const { akData, publicKeyModulus, publicKeyExponent } = await check.json();
    const values = { data: akData, modulus: publicKeyModulus, exponent: publicKeyExponent, portal };
    return `${portal}/app/#${new URLSearchParams(values)}`;
  };
  const registerByLink = async ({ page, press }: PhoneApp, link: string) => {
    await page.getByLabel(text('phone.link.label')).fill(link);
    await press('phone.register');
  };

  await phone.page.goto(await appLinkOf('yoon'));
  await expect(phone.heading('phone.confirming')).toBeVisible();
  await expect(phone.page).toHaveURL('/app/');
  await expect(phone.page.getByText('yoon')).toBeVisible();
  await phone.press('phone.register');
  await phone.waitForCode('yoon');

  const otherSite = await sites.of(OTHER_PORTAL_CONFIG);
  const otherLink = await devicesAt(otherSite.lab).issueAppLink('lim');
  await phone.page.goto(`/app/#${new URLSearchParams({ data: 'other', portal: otherSite.portal })}`);
  await expect(phone.heading('phone.unusable')).toBeVisible();
  await phone.press('phone.otherWay');
  await phone.press('phone.way.link');
  await phone.press('phone.register');
  await expect(phone.page.getByText(text('phone.link.missing'))).toBeVisible();
  await registerByLink(phone, otherLink);
  await expect(phone.page.getByRole('dialog')).toContainText(text('phone.failure.link'));
  await phone.press('phone.ok');
  await registerByLink(phone, `${portal}/provisioning?ak=${await akOf('lim')}`);
  const codes = [await phone.waitForCode('lim'), await phone.waitForCode('yoon')];

  const secondApp = await phone.openAnotherApp(otherSite.portal);
  await secondApp.page.goto(otherLink);
  await secondApp.press('phone.register');
  codes.push(await secondApp.waitForCode('lim'));
  expect(new Set(codes).size).toBe(3);
  await expect(secondApp.page).toHaveTitle(new RegExp(OTHER_PORTAL_CONFIG.branding.name[language]));
  await expectAccessible(secondApp.page);

  const otherBrowser = await browser.newContext({
    ...contextOptions,
    ...(locale !== undefined && { locale }),
    baseURL: otherSite.portal,
  });
  const otherPerson = personOf(await otherBrowser.newPage(), otherSite.lab);
  const otherFixtures = { person: otherPerson, methods: methodScreensOf(otherPerson, text), text };
  const fixtures = { person, methods, text };
  for (const [fixturesOfPortal, app, otherApp] of [
    [fixtures, phone, secondApp],
    [otherFixtures, secondApp, phone],
  ] as const) {
    const shownGroups = await requestPush(fixturesOfPortal);
    await chooseShownGroup(app, text, shownGroups);
    await expect(app.page.getByText(text('phone.notice.approved'))).toBeVisible();
    await expect(otherApp.heading('phone.home')).toBeVisible();
    await fixturesOfPortal.person.expectSignedIn('lim');
  }
  await otherBrowser.close();

  const itemOfLim = phone.page.getByRole('listitem').filter({ hasText: 'lim' });
  await itemOfLim.getByRole('button', { name: text('phone.removeConfirm') }).click();
  await expect(phone.page.getByRole('dialog')).toContainText('lim');
  await expectAccessible(phone.page);
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: text('phone.removeConfirm') })
    .click();
  await expect(phone.page.getByText(text('phone.notice.removed'))).toBeVisible();
  for (const { page } of [phone, secondApp]) await page.reload();
  await phone.waitForCode('yoon');
  await expect(phone.page.getByText('lim')).toHaveCount(0);
  await secondApp.waitForCode('lim');
});

test('the open app can deny and approve a push, and a wrong group of characters is refused', async ({
  person,
  page,
  methods,
  devices,
  text,
  phone,
}) => {
  const fixtures = { person, methods, text };
  const groupButtons = phone.page
    .getByRole('group', { name: text('phone.request.choose') })
    .getByRole('button');
  await phone.page.goto('/app/');
  await phone.press('phone.way.link');
  await phone.page.getByLabel(text('phone.link.label')).fill(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');

  await requestPush(fixtures);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  await expectAccessible(phone.page);
  await expectGoodLayout(phone.page);
  await phone.press('phone.request.refuse');
  await expect(phone.page.getByText(text('phone.notice.refused'))).toBeVisible();
  await person.button('action.ok').click();

  await person.button('push.requestAgain').click();
  await expect(pushModalOf(fixtures)).toBeVisible();
  await expect(groupButtons).toHaveCount(4);
  const shownGroups = await pushIdGroups(fixtures);
  await groupButtons
    .filter({ hasNotText: new RegExp(shownGroups.join('|')) })
    .first()
    .click();
  await expect(phone.page.getByText(text('phone.notice.mismatched'))).toBeVisible();
  await person.button('action.ok').click();

  await person.button('push.requestAgain').click();
  await expect(pushModalOf(fixtures)).toBeVisible();
  await chooseShownGroup(phone, text, await pushIdGroups(fixtures));
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
  expect(page.url()).not.toContain('/first');
});
