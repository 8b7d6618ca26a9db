import { expect, type Page } from '@playwright/test';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { test } from '#tests/support/e2e/phone-app.ts';
import { groupsOn, requestPush } from '#tests/support/e2e/push.ts';
import { registrationOf } from '#tests/support/e2e/registration.ts';
import { brokenWords } from '#tests/support/e2e/settings.ts';
import { applyWideFont, brokenNumbers, overflowingFields } from '#tests/support/e2e/wide-font.ts';

/** A server of its own, as an app is registered again. */
test.use({ configFile: {} });

/** Text of twice the size on the narrowest phone (WCAG 1.4.4 and 1.4.10). */
const enlarge = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
};

const sidewaysBy = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('large text fits a narrow phone and breaks no word', async ({ page, person, text, lab }) => {
  const methods = methodScreensOf(person, text);
  const look = async () => {
    await enlarge(page);
    expect([await page.evaluate(brokenWords), await sidewaysBy(page)]).toEqual([[], 0]);
  };
  await person.requestSignIn();
  await look();
  await person.enterId('lee');
  await methods.expectChooser();
  await look();
  await page.goto(`${lab}/`);
  await enlarge(page);
  expect(await sidewaysBy(page)).toBe(0);
});

/** From the narrowest phone to the widest at which the room was too small. */
const WIDTHS = [320, 360, 412];

/** Elements that do not fit at one of the widths, in the machine's font and then in a wide one. */
async function unfitting(page: Page): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const measure = async (font: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      const unfit = [await page.evaluate(overflowingFields), await page.evaluate(brokenNumbers)].flat();
      const sideways = await sidewaysBy(page);
      if (unfit.length > 0 || sideways > 0) found.push([font, width, unfit, sideways]);
    }
  };
  await enlarge(page);
  await measure('of the machine');
  await applyWideFont(page);
  await measure('wide');
  return found;
}

test('in large text and a wide font no input or number is cut', async ({ page, person, text }) => {
  const methods = methodScreensOf(person, text);
  await methods.reach('lee', 'sms');
  await methods.sendCode();
  await methods.codeField.fill('888888');
  expect(await unfitting(page)).toEqual([]);

  await methods.reach('lee', 'emergencyCode');
  await methods.codeField.fill('WMWMWMWMWM');
  expect(await unfitting(page)).toEqual([]);
});

test('in large text and a wide font a client key fits in', async ({ page, person, text, devices }) => {
  const registration = registrationOf(person, text, devices);
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('offline');
  await page.getByLabel(text('registerApp.group', { number: 1 })).fill('WMWMMWMWWWWWMMMM');
  expect(await unfitting(page)).toEqual([]);
});

test('large text and a wide font fit the phone app', async ({ person, text, devices, methods, phone }) => {
  await phone.page.goto('/app/');
  await phone.press('phone.way.link');
  await phone.page.getByLabel(text('phone.link.label')).fill(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.codeOf('lim');
  expect(await unfitting(phone.page)).toEqual([]);

  const stage = { person, methods, text };
  await requestPush(stage);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  expect(await groupsOn(stage)).not.toEqual([]);
  expect(await unfitting(phone.page)).toEqual([]);
});
