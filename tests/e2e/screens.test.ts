import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { axeFindings, type Finding, injectAxe } from '#tests/support/e2e/accessibility.ts';
import { APPEARANCES } from '#tests/support/e2e/appearances.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { type LowContrastPart, lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { belowTheFold, GOOD_LAYOUT, type Layout, layoutOf } from '#tests/support/e2e/layout.ts';
import { brokenReferences, markupWithoutTexts } from '#tests/support/e2e/references.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { picturesOfText, shownByColourAlone } from '#tests/support/e2e/without-colour-or-pictures.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** So many tests share the screens of the flow atlas: every look of every state that a person can be in. */
const PARTS = IS_TEST_ALL ? 4 : 2;

/** Problems of the screen of an address. */
type Fault = {
  readonly hash: string;
  readonly layout: Layout;
  readonly hidden: readonly string[];
  readonly findings: readonly Finding[];
  readonly pale: readonly LowContrastPart[];
  readonly turned: readonly string[];
  readonly lost: readonly string[];
  readonly sensed: readonly string[];
};

/** The functions that check a page; they are added to it. */
const TOOLS = {
  layoutOf,
  belowTheFold,
  axeFindings,
  lowContrastParts,
  outOfSequence,
  brokenReferences: brokenReferences,
  shapeOf: markupWithoutTexts,
  shownByColourAlone,
  picturesOfText,
};

const bringTools = (page: Page): Promise<void> =>
  page.evaluate(
    `Object.assign(window, { ${Object.entries(TOOLS)
      .map(([name, tool]) => `${name}: ${tool}`)
      .join(', ')} })`,
  );

/**
 * Goes from screen to screen on one page. The layout of one that looks like an earlier one is not looked at again,
 * nor does axe look again at one that an earlier one differs from in its words alone.
 */
function faultsOn(page: Page, hashes: readonly string[]): Promise<readonly Fault[]> {
  return page.evaluate(
    async ({ all, roomy }) => {
      const tools = window as unknown as typeof TOOLS;
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      const [pages, shapes] = [new Set<string>(), new Set<string>()];
      const isNew = (seen: Set<string>, one: string): boolean => seen.size < seen.add(one).size;
      const faults: Fault[] = [];
      for (const hash of all) {
        location.hash = hash;
        while (document.documentElement.dataset['shown'] !== hash) await nextTask();
        const { innerHTML } = document.body;
        if (!isNew(pages, innerHTML)) continue;
        const layout = tools.layoutOf();
        const hidden = tools.belowTheFold();
        const isShapeNew = isNew(shapes, tools.shapeOf());
        const findings = isShapeNew ? await tools.axeFindings(shapes.size === 1) : [];
        const pale = isShapeNew ? tools.lowContrastParts() : [];
        const turned = tools.outOfSequence();
        const lost = tools.brokenReferences();
        const sensed = [...tools.shownByColourAlone(), ...(isShapeNew ? tools.picturesOfText() : [])];
        const isRoomy = JSON.stringify(layout) === JSON.stringify(roomy);
        if (!isRoomy || [...hidden, ...findings, ...pale, ...turned, ...lost, ...sensed].length > 0) {
          faults.push({ hash, layout, hidden, findings, pale, turned, lost, sensed });
        }
      }
      return faults;
    },
    { all: hashes, roomy: GOOD_LAYOUT },
  );
}

for (const [turn, { language, theme, width, height }] of APPEARANCES.entries()) {
  /** In `npm test` each look is checked in one combination, in turns. */
  const isMine = (_: number, index: number): boolean => IS_TEST_ALL || index % APPEARANCES.length === turn;

  for (let part = 0; part < PARTS; part += 1) {
    test(`every screen fits and needs no eyes: ${language}, ${theme}, ${width} px, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const moments = momentsOf(readAtlas());
      expect(moments.length).toBeGreaterThan(500);
      const mine = moments.filter(isMine);
      const addresses = mine
        .filter((_, index) => Math.floor((index / mine.length) * PARTS) === part)
        .map((moment) => screenAddress({ language, theme, moment }).replace(/^[^#]*/, ''));
      await page.setViewportSize({ width, height });
      await page.goto(`${lab}/atlas/screen.html`);
      await injectAxe(page.mainFrame());
      await bringTools(page);
      expect(await faultsOn(page, addresses)).toEqual([]);
    });
  }
}
