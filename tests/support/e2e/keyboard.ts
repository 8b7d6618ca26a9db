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

/** A screen that has just come takes the focus to its heading, be it from a control that Tab has reached meanwhile. */
const hasJustCome = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('h1[tabindex="-1"]') ?? false);

async function pressUntil(page: Page, key: 'Tab' | 'Shift+Tab', control: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press(key);
    if (await hasJustCome(page)) continue;
    await expectVisibleFocus(page);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** Presses Tab until the control has the focus, which has to be seen on each one on the way. */
export const tabTo = (page: Page, control: Locator): Promise<void> => pressUntil(page, 'Tab', control);

/** Presses Shift and Tab until the control has the focus. */
export const tabBackTo = (page: Page, control: Locator): Promise<void> =>
  pressUntil(page, 'Shift+Tab', control);
