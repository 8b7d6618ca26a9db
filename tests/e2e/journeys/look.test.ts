import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { SCREENS } from '#tests/support/e2e/screens.ts';
import type { Language } from '#tests/support/e2e/texts.ts';

type Look = { readonly theme: 'light' | 'dark'; readonly width: number };

/** Every theme, both ends of the widths and both languages, each once. */
const USUAL: Readonly<Record<Language, Look>> = {
  ko: { theme: 'dark', width: 320 },
  en: { theme: 'light', width: 1280 },
};

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [320, 390, 768, 1280];

const LOOKS: readonly (Look | null)[] =
  process.env['MUNJIGI_TEST_ALL'] === '1'
    ? THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })))
    : [null];

/** Height in CSS pixels below which a target is missed by a thumb. */
const TARGET = 44;

/** Widest card, and what is left beside it at least, in CSS pixels. */
const CARD_WIDTH = 432;
const MARGIN = 20;

async function expectRoom(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);
  const card = await page.locator('main h1').locator('xpath=../..').boundingBox();
  expect(card?.width).toBe(Math.min((page.viewportSize()?.width ?? 0) - 2 * MARGIN, CARD_WIDTH));
  const targets = page.locator(
    'button, a, label:has(> input), input:not([aria-hidden], [type=checkbox], [type=radio])',
  );
  for (const target of await targets.filter({ visible: true }).all()) {
    const box = await target.boundingBox();
    expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(TARGET);
  }
}

for (const look of LOOKS) {
  const title = look ? `, ${look.theme}, ${look.width} px` : '';
  for (const [name, open] of Object.entries(SCREENS)) {
    test(`${name}${title}`, async ({ page, person, text, lab, language }) => {
      const { theme, width } = look ?? USUAL[language];
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      await open({ person, text, lab, language });
      await expectRoom(page);
      await expectAccessible(page);
    });
  }
}
