import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the focus is on the heading, and whether an outline or a shadow shows the focus. */
const readFocus = (page: Page): Promise<{ readonly isOnHeading: boolean; readonly isVisible: boolean }> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const outlinedElements = [focused, focused?.parentElement].filter(
      (element) => element instanceof HTMLElement,
    );
    const styles = outlinedElements.map((element) => getComputedStyle(element));
    return {
      isOnHeading: focused?.matches('h1[tabindex="-1"]') ?? false,
      isVisible: styles.some(
        ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none',
      ),
    };
  });

/** Expects the focus to be visible. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expect((await readFocus(page)).isVisible).toBe(true);
}

async function pressUntil(page: Page, key: 'Tab' | 'Shift+Tab', control: Locator): Promise<void> {
  // Until the screen with the control has replaced the screen before it, the body has the focus for a moment.
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press(key);
    const { isOnHeading, isVisible } = await readFocus(page);
    // A new screen moves the focus to its heading, even from a control that Tab has reached meanwhile.
    if (isOnHeading) continue;
    expect(isVisible).toBe(true);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

/** Presses Tab until the control has the focus, and expects a visible focus after each press. */
export const tabTo = (page: Page, control: Locator): Promise<void> => pressUntil(page, 'Tab', control);

/** Presses Shift+Tab until the control has the focus, and expects a visible focus after each press. */
export const tabBackTo = (page: Page, control: Locator): Promise<void> =>
  pressUntil(page, 'Shift+Tab', control);
