import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { reportFocus, tabStops } from '#tests/support/e2e/focus.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** In `npm test`, a test checks one screen of each group of this number of screens. */
const SAMPLING_INTERVAL = 60;
/** The number of tests that together check all screens in `npm run test:all`. */
const PARTS = IS_TEST_ALL ? 6 : 1;

const APPEARANCES = [
  { language: 'ko', theme: 'dark', width: 320, height: 568 },
  { language: 'en', theme: 'light', width: 1366, height: 625 },
] as const;

/** Functions and values that a test has added to the window of a page. */
type PageTools = {
  readonly lowContrastParts: typeof lowContrastParts;
  readonly tabStops: typeof tabStops;
  readonly reportFocus: typeof reportFocus;
  stops: readonly Element[];
};

/** Shows a screen, and returns the number of its controls; 0 if only its texts differ from an earlier screen. */
const showScreen = (page: Page, hash: string): Promise<number> =>
  page.evaluate(async (newHash) => {
    const tools = window as unknown as PageTools & { seenMarkups?: Set<string> };
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    location.hash = newHash;
    while (document.documentElement.dataset['shown'] !== newHash) await nextTask();
    tools.stops = tools.tabStops();
    tools.seenMarkups ??= new Set();
    const markup = document.body.innerHTML.replace(/>[^<]+|="[^"]+"/g, '.');
    if (tools.seenMarkups.has(markup)) return 0;
    tools.seenMarkups.add(markup);
    return tools.stops.length;
  }, hash);

/** Presses Tab through a whole screen. Returns descriptions of the controls that are not reached or do not show the focus. */
async function tabThrough(page: Page, controls: number): Promise<readonly string[]> {
  const problems = new Set<string>();
  const reached = new Set<number>();
  for (let presses = 0; presses < controls + 2; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const tools = window as unknown as PageTools;
      return {
        ...tools.reportFocus(tools.stops),
        lowContrast: tools.lowContrastParts().filter(({ part }) => part.includes('outline')),
      };
    });
    if (focus.index === undefined) continue;
    reached.add(focus.index);
    for (const problem of focus.problems ?? []) problems.add(problem);
    for (const { part, ratio, control } of focus.lowContrast) problems.add(`${part} ${ratio}: ${control}`);
  }
  for (let index = 0; index < controls; index += 1) {
    if (!reached.has(index)) problems.add(`control ${index} is not reached`);
  }
  return [...problems];
}

for (const [appearanceIndex, { language, theme, width, height }] of APPEARANCES.entries()) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`Tab reaches every control, and the focused control is in view with an outline of 3:1: ${width} by ${height} px, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const moments = momentsOf(readAtlas()).filter((_, index) =>
        IS_TEST_ALL ? index % PARTS === part : index % SAMPLING_INTERVAL === appearanceIndex,
      );
      await page.setViewportSize({ width, height });
      await page.goto(`${lab}/atlas/screen.html`);
      await page.evaluate(
        `Object.assign(window, { lowContrastParts: ${lowContrastParts}, tabStops: ${tabStops}, reportFocus: ${reportFocus} })`,
      );
      const problemsByScreen: [string, readonly string[]][] = [];
      for (const moment of moments) {
        const hash = screenAddress({ language, theme, moment }).replace(/^[^#]*/, '');
        const controls = await showScreen(page, hash);
        const problems = controls > 0 ? await tabThrough(page, controls) : [];
        if (problems.length > 0) problemsByScreen.push([hash, problems]);
      }
      expect(problemsByScreen).toEqual([]);
    });
  }
}

test('borders, check marks and outlines have a contrast of 3:1 with extreme accent colours of an operator', async ({
  page,
  lab,
}) => {
  const COLOURS = [
    '#ffffff',
    '#000000',
    '#ffe600',
    '#00ff6a',
    '#ff5a00',
    '#e60012',
    '#7a00ff',
    '#00a0e9',
    '#8c8c8c',
  ];
  const atlas = readAtlas();
  const moment = atlas.states['password.entering']?.variants[0]?.moment ?? -1;
  await page.goto(`${lab}/atlas/screen.html`);
  await page.evaluate(
    `Object.assign(window, { lowContrastParts: ${lowContrastParts}, tabStops: ${tabStops} })`,
  );
  for (const theme of ['light', 'dark'] as const) {
    await showScreen(page, screenAddress({ language: 'ko', theme, moment }).replace(/^[^#]*/, ''));
    await page.getByRole('checkbox').first().press('Space');
    const lowContrast = await page.evaluate((colours) => {
      const tools = window as unknown as PageTools;
      return colours.flatMap((colour) => {
        document.documentElement.style.setProperty('--accent', colour);
        return tools.lowContrastParts().map((part) => ({ colour, ...part }));
      });
    }, COLOURS);
    expect(lowContrast).toEqual([]);
  }
});
