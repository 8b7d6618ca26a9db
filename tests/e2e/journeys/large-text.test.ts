import { expect, type Page } from '@playwright/test';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { test } from '#tests/support/e2e/phone-app.ts';
import { groupsOn, requestPush } from '#tests/support/e2e/push.ts';
import { registrationOf } from '#tests/support/e2e/registration.ts';
import { brokenWords } from '#tests/support/e2e/settings.ts';
import { applyWideFont, brokenNumbers, overflowingFields } from '#tests/support/e2e/wide-font.ts';

/** A separate server, since a test registers an app again. */
test.use({ configFile: {} });

/** Doubles the text size, on the narrowest phone (WCAG 1.4.4 and 1.4.10). */
const enlarge = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
};

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('large text fits on a narrow phone, and no word is broken', async ({ page, person, text, lab }) => {
  const methods = methodScreensOf(person, text);
  const checkScreen = async () => {
    await enlarge(page);
    expect([await page.evaluate(brokenWords), await overflowOf(page)]).toEqual([[], 0]);
  };
  await person.requestSignIn();
  await checkScreen();
  await person.enterId('lee');
  await methods.expectChooser();
  await checkScreen();
  await page.goto(`${lab}/`);
  await enlarge(page);
  expect(await overflowOf(page)).toBe(0);
});

/** Widths of phones, up to the widest at which a screen once did not fit. */
const WIDTHS = [320, 360, 412];

/** Elements that do not fit at one of the widths, in the machine's font and then in a wide one. */
async function findUnfitting(page: Page): Promise<readonly unknown[]> {
  const findings: unknown[] = [];
  const measure = async (font: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      const unfit = [await page.evaluate(overflowingFields), await page.evaluate(brokenNumbers)].flat();
      const overflow = await overflowOf(page);
      if (unfit.length > 0 || overflow > 0) findings.push([font, width, unfit, overflow]);
    }
  };
  await enlarge(page);
  await measure('system font');
  await applyWideFont(page);
  await measure('wide font');
  return findings;
}

test('no input or number is cut off in large text and a wide font', async ({ page, person, text }) => {
  const methods = methodScreensOf(person, text);
  await methods.reach('lee', 'sms');
  await methods.sendCode();
  await methods.codeField.fill('888888');
  expect(await findUnfitting(page)).toEqual([]);

  await methods.reach('lee', 'emergencyCode');
  await methods.codeField.fill('WMWMWMWMWM');
  expect(await findUnfitting(page)).toEqual([]);
});

test('a client key is not cut off in large text and a wide font', async ({ page, person, text, devices }) => {
  const registration = registrationOf(person, text, devices);
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('offline');
  await page.getByLabel(text('registerApp.group', { number: 1 })).fill('WMWMMWMWWWWWMMMM');
  expect(await findUnfitting(page)).toEqual([]);
});

test('no input or number of the phone app is cut off in large text and a wide font', async ({
  person,
  text,
  devices,
  methods,
  phone,
}) => {
  await phone.page.goto('/app/');
  await phone.press('phone.way.link');
  await phone.page.getByLabel(text('phone.link.label')).fill(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.codeOf('lim');
  expect(await findUnfitting(phone.page)).toEqual([]);

  const fixtures = { person, methods, text };
  await requestPush(fixtures);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  expect(await groupsOn(fixtures)).not.toEqual([]);
  expect(await findUnfitting(phone.page)).toEqual([]);
});
