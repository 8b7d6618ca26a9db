import { expect } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { GOOD_LAYOUT, type Layout, measureLayout } from '#tests/support/e2e/layout.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** In `npm test`, a test checks one screen of each group of this number of screens. */
const SAMPLING_INTERVAL = 24;

/** A style sheet with the text spacing of WCAG 2.2, 1.4.12. */
const SPACING_STYLE = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

for (const [languageIndex, language] of LANGUAGES.entries()) {
  test(`no text is cut off when a person increases the text spacing: ${language}`, async ({ page, lab }) => {
    const moments = momentsOf(readAtlas()).filter(
      (_, index) => IS_TEST_ALL || index % SAMPLING_INTERVAL === languageIndex,
    );
    const hashes = moments.map((moment) =>
      screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''),
    );
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${lab}/atlas/screen.html`);
    await page.evaluate(`Object.assign(window, { measureLayout: ${measureLayout} })`);
    const problems = await page.evaluate(
      async ({ all, goodLayout, style }) => {
        const checks = window as unknown as { readonly measureLayout: () => Layout };
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        document.adoptedStyleSheets = [sheet];
        const nextTask = () => new Promise((resolve) => setTimeout(resolve));
        const isCutOff = (element: Element): boolean => {
          const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
          if (
            clientWidth <= 1 ||
            element.matches('[aria-hidden=true]') ||
            !/hidden|clip/.test(getComputedStyle(element).overflow)
          )
            return false;
          return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
        };
        const problemsOfScreens: [string, Layout, readonly string[]][] = [];
        for (const hash of all) {
          location.hash = hash;
          while (document.documentElement.dataset['shown'] !== hash) await nextTask();
          const layout = checks.measureLayout();
          const cutOff = [...document.querySelectorAll('main *, dialog[open] *')].filter(isCutOff);
          if (cutOff.length > 0 || JSON.stringify(layout) !== JSON.stringify(goodLayout)) {
            problemsOfScreens.push([hash, layout, cutOff.map(({ outerHTML }) => outerHTML)]);
          }
        }
        return problemsOfScreens;
      },
      { all: hashes, goodLayout: GOOD_LAYOUT, style: SPACING_STYLE },
    );
    expect(problems).toEqual([]);
  });
}
