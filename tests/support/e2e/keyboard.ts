import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the focus is on the title, and whether it is visible by an outline or a shadow. */
const focusOn = (page: Page): Promise<{ readonly isTitle: boolean; readonly isVisible: boolean }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const framed = [focused, focused?.parentElement].filter((element) => element instanceof HTMLElement);
    const marks = framed.map((element) => getComputedStyle(element));
    return {
      isTitle: focused?.matches('h1[tabindex="-1"]') ?? false,
      isVisible: marks.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none'),
    };
  });

/** Expects the focus to be visible. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect((await focusOn(page)).isVisible).toBe(true);
}

async function pressUntil(page: Page, key: 'Tab' | 'Shift+Tab', control: Locator): Promise<void> {
  // While a screen is replaced by the one with the control, the body has the focus for a moment.
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press(key);
    const { isTitle, isVisible } = await focusOn(page);
    // A new screen moves the focus to its title, even from a control that Tab has reached meanwhile.
    if (isTitle) continue;
    expect(isVisible).toBe(true);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** Presses Tab until the control has the focus, which has to be visible on each control before it. */
export const tabTo = (page: Page, control: Locator): Promise<void> => pressUntil(page, 'Tab', control);

/** Presses Shift and Tab until the control has the focus. */
export const tabBackTo = (page: Page, control: Locator): Promise<void> =>
  pressUntil(page, 'Shift+Tab', control);
