import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { axeFindings, type Finding, injectAxe } from '#tests/support/e2e/accessibility.ts';
import { APPEARANCES } from '#tests/support/e2e/appearances.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { type LowContrastPart, lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { belowTheFold, GOOD_LAYOUT, type Layout, measureLayout } from '#tests/support/e2e/layout.ts';
import { brokenReferences, markupWithoutTexts } from '#tests/support/e2e/references.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { picturesOfText, shownByColourAlone } from '#tests/support/e2e/without-colour-or-pictures.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** The number of tests that together check all screens of the flow atlas: every variant of every state. */
const PARTS = IS_TEST_ALL ? 4 : 2;

/** The results of the checks of a screen that has problems. */
type ScreenProblems = {
  readonly hash: string;
  readonly layout: Layout;
  readonly belowFold: readonly string[];
  readonly axe: readonly Finding[];
  readonly lowContrast: readonly LowContrastPart[];
  readonly outOfSequence: readonly string[];
  readonly references: readonly string[];
  readonly colourOrPictures: readonly string[];
};

/** The functions that check a page. A test adds them to the window of the page. */
const CHECKS = {
  measureLayout,
  belowTheFold,
  axeFindings,
  lowContrastParts,
  outOfSequence,
  brokenReferences,
  markupWithoutTexts,
  shownByColourAlone,
  picturesOfText,
};

const injectChecks = (page: Page): Promise<void> =>
  page.evaluate(
    `Object.assign(window, { ${Object.entries(CHECKS)
      .map(([name, check]) => `${name}: ${check}`)
      .join(', ')} })`,
  );

/**
 * Shows the screens one after the other on one page, and returns the screens with problems. A screen that equals an earlier
 * screen is not checked again. Axe skips a screen that differs from an earlier screen only in its texts.
 */
function problemsOfScreens(page: Page, hashes: readonly string[]): Promise<readonly ScreenProblems[]> {
  return page.evaluate(
    async ({ all, goodLayout }) => {
      const checks = window as unknown as typeof CHECKS;
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      const markups = new Set<string>();
      const textlessMarkups = new Set<string>();
      /** Adds a text to a set, and returns whether the set did not contain the text. */
      const addNew = (texts: Set<string>, text: string): boolean => texts.size < texts.add(text).size;
      const problems: ScreenProblems[] = [];
      for (const hash of all) {
        location.hash = hash;
        while (document.documentElement.dataset['shown'] !== hash) await nextTask();
        const { innerHTML } = document.body;
        if (!addNew(markups, innerHTML)) continue;
        const layout = checks.measureLayout();
        const belowFold = checks.belowTheFold();
        const isMarkupNew = addNew(textlessMarkups, checks.markupWithoutTexts());
        const axe = isMarkupNew ? await checks.axeFindings(textlessMarkups.size === 1) : [];
        const lowContrast = isMarkupNew ? checks.lowContrastParts() : [];
        const outOfSequence = checks.outOfSequence();
        const references = checks.brokenReferences();
        const colourOrPictures = [
          ...checks.shownByColourAlone(),
          ...(isMarkupNew ? checks.picturesOfText() : []),
        ];
        const lists = { belowFold, axe, lowContrast, outOfSequence, references, colourOrPictures };
        const isGood = JSON.stringify(layout) === JSON.stringify(goodLayout);
        if (!isGood || Object.values(lists).flat().length > 0) {
          problems.push({ hash, layout, ...lists });
        }
      }
      return problems;
    },
    { all: hashes, goodLayout: GOOD_LAYOUT },
  );
}

for (const [appearanceIndex, { language, theme, width, height }] of APPEARANCES.entries()) {
  /** Whether a screen is checked in this appearance: in `npm test` each screen is checked in only one. */
  const isChecked = (_: number, index: number): boolean =>
    IS_TEST_ALL || index % APPEARANCES.length === appearanceIndex;

  for (let part = 0; part < PARTS; part += 1) {
    test(`every screen of the atlas fits into its window and passes axe: ${language}, ${theme}, ${width} px, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const moments = momentsOf(readAtlas());
      expect(moments.length).toBeGreaterThan(500);
      const checkedMoments = moments.filter(isChecked);
      const addresses = checkedMoments
        .filter((_, index) => Math.floor((index / checkedMoments.length) * PARTS) === part)
        .map((moment) => screenAddress({ language, theme, moment }).replace(/^[^#]*/, ''));
      await page.setViewportSize({ width, height });
      await page.goto(`${lab}/atlas/screen.html`);
      await injectAxe(page.mainFrame());
      await injectChecks(page);
      expect(await problemsOfScreens(page, addresses)).toEqual([]);
    });
  }
}
