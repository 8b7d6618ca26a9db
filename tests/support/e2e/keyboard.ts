import { expect, type Locator, type Page } from '@playwright/test';

/** What has the focus, and whether a person without a mouse sees it: by an outline, or a ring of shadow. */
const focusOf = (page: Page): Promise<{ readonly isTitle: boolean; readonly isSeen: boolean }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const framed = [focused, focused?.parentElement].filter((element) => element instanceof HTMLElement);
    const marks = framed.map((element) => getComputedStyle(element));
    return {
      isTitle: focused?.matches('h1[tabindex="-1"]') ?? false,
      isSeen: marks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none'),
    };
  });

/** Expects that a person without a mouse sees where they are. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect((await focusOf(page)).isSeen).toBe(true);
}

async function pressUntil(page: Page, key: 'Tab' | 'Shift+Tab', control: Locator): Promise<void> {
  // While a screen is replaced by the one with the control, the body has the focus for a moment.
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press(key);
    const { isTitle, isSeen } = await focusOf(page);
    // A screen that has just come takes the focus to its title, be it from a control that Tab has reached meanwhile.
    if (isTitle) continue;
    expect(isSeen).toBe(true);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** Presses Tab until the control has the focus, which has to be seen on each one on the way. */
export const tabTo = (page: Page, control: Locator): Promise<void> => pressUntil(page, 'Tab', control);

/** Presses Shift and Tab until the control has the focus. */
export const tabBackTo = (page: Page, control: Locator): Promise<void> =>
  pressUntil(page, 'Shift+Tab', control);
