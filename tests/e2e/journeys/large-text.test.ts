import { expect, type Page } from '@playwright/test';
import { brokenWords } from '#tests/support/e2e/browser-settings.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { test } from '#tests/support/e2e/phone-app.ts';
import { pushIdGroups, requestPush } from '#tests/support/e2e/push.ts';
import { registrationOf } from '#tests/support/e2e/registration.ts';
import { applyWideFont, brokenNumbers, overflowingFields } from '#tests/support/e2e/wide-font.ts';

/** A separate server, since a test registers an app again. */
test.use({ configFile: {} });

/** Doubles the text size in a window of 320 px (WCAG 1.4.4 and 1.4.10). */
const doubleTextSize = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
};

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('text of double size fits on a narrow phone, and no word is broken', async ({
  page,
  person,
  text,
  lab,
}) => {
  const methods = methodScreensOf(person, text);
  const checkScreen = async () => {
    await doubleTextSize(page);
    expect([await page.evaluate(brokenWords), await overflowOf(page)]).toEqual([[], 0]);
  };
  await person.requestSignIn();
  await checkScreen();
  await person.enterId('lee');
  await methods.expectChooser();
  await checkScreen();
  await page.goto(`${lab}/`);
  await doubleTextSize(page);
  expect(await overflowOf(page)).toBe(0);
});

/** Widths of phones in CSS pixels. The largest is the largest width at which a screen once did not fit. */
const PHONE_WIDTHS = [320, 360, 412];

/** Finds fields, numbers and pages that do not fit into one of the widths, in the system font and in a wide font. */
async function findUnfittingParts(page: Page): Promise<readonly unknown[]> {
  const findings: unknown[] = [];
  const measure = async (font: string) => {
    for (const width of PHONE_WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      const unfittingParts = [
        await page.evaluate(overflowingFields),
        await page.evaluate(brokenNumbers),
      ].flat();
      const overflow = await overflowOf(page);
      if (unfittingParts.length > 0 || overflow > 0) findings.push([font, width, unfittingParts, overflow]);
    }
  };
  await doubleTextSize(page);
  await measure('system font');
  await applyWideFont(page);
  await measure('wide font');
  return findings;
}

test('no typed text is cut off and no number is broken in text of double size and a wide font', async ({
  page,
  person,
  text,
}) => {
  const methods = methodScreensOf(person, text);
  await methods.reach('lee', 'sms');
  await methods.sendCode();
  await methods.codeField.fill('888888');
  expect(await findUnfittingParts(page)).toEqual([]);

  await methods.reach('lee', 'emergencyCode');
  await methods.codeField.fill('WMWMWMWMWM');
  expect(await findUnfittingParts(page)).toEqual([]);
});

test('a typed client key is not cut off in text of double size and a wide font', async ({
  page,
  person,
  text,
  devices,
}) => {
  const registration = registrationOf(person, text, devices);
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('offline');
  await page.getByLabel(text('registerApp.group', { number: 1 })).fill('WMWMMWMWWWWWMMMM');
  expect(await findUnfittingParts(page)).toEqual([]);
});

test('no typed text is cut off and no number is broken in the phone app in text of double size and a wide font', async ({
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
  await phone.waitForCode('lim');
  expect(await findUnfittingParts(phone.page)).toEqual([]);

  const fixtures = { person, methods, text };
  await requestPush(fixtures);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  expect(await pushIdGroups(fixtures)).not.toEqual([]);
  expect(await findUnfittingParts(phone.page)).toEqual([]);
});
