import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { methodScreensOf } from '#tests/support/e2e/methods.ts';

/** Text of twice the size on the narrowest phone (WCAG 1.4.4 and 1.4.10). */
const enlarge = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
};

/** Words that are broken although a line of the page has room for them; before a bracket a line may end. It runs on the page. */
function brokenWords(): string[] {
  const room = document.documentElement.clientWidth - 40;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('script, style')) continue;
    for (const found of (node.textContent ?? '').matchAll(/\(?[^\s(]+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const boxes = [...range.getClientRects()];
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 && width < room) broken.push(found[0]);
    }
  }
  return broken;
}

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
