import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';
import { brokenWords } from '#tests/support/e2e/settings.ts';

/** Text of twice the size on the narrowest phone (WCAG 1.4.4 and 1.4.10). */
const enlarge = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
};

const sidewaysBy = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('large text on a narrow phone breaks no word and scrolls nothing sideways', async ({
  page,
  person,
  text,
  lab,
}) => {
  const methods = methodScreensOf(person, text);
  const look = async () => {
    await enlarge(page);
    expect([await page.evaluate(brokenWords), await sidewaysBy(page)]).toEqual([[], 0]);
  };
  await person.begin();
  await look();
  await person.enterId('lee');
  await methods.isAtChooser();
  await look();
  await page.goto(`${lab}/`);
  await enlarge(page);
  expect(await sidewaysBy(page)).toBe(0);
});
