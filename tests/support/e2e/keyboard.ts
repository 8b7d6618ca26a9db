import { expect, type Locator, type Page } from '@playwright/test';

/** A person without a mouse sees where they are: an outline, or a ring of shadow. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const marks = await page.evaluate(() => {
    const focused = document.activeElement;
    const framed = [focused, focused?.parentElement].filter((element) => element instanceof HTMLElement);
    return framed
      .map((element) => getComputedStyle(element))
      .map(({ outlineStyle, boxShadow }) => [outlineStyle, boxShadow]);
  });
  expect(marks.some(([outline, shadow]) => outline !== 'none' || shadow !== 'none')).toBe(true);
}

/** Presses Tab until the control has the focus, which has to be seen on each one on the way. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** Presses Shift and Tab until the control has the focus. */
export async function tabBackTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    await expectVisibleFocus(page);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}
