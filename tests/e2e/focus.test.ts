import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { reportFocus, tabStops } from '#tests/support/e2e/focus.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** In `npm test`, each test checks one screen out of this many. */
const SAMPLING = 60;
/** In `npm run test:all`, this many tests check all screens together. */
const PARTS = IS_TEST_ALL ? 6 : 1;

const APPEARANCES = [
  { language: 'ko', theme: 'dark', width: 320, height: 568 },
  { language: 'en', theme: 'light', width: 1366, height: 625 },
] as const;

type PageTools = {
  readonly lowContrastParts: typeof lowContrastParts;
  readonly tabStops: typeof tabStops;
  readonly reportFocus: typeof reportFocus;
  stops: readonly Element[];
};

/** Shows a screen and returns its number of controls; 0 when it differs from an earlier screen in its texts alone. */
const show = (page: Page, hash: string): Promise<number> =>
  page.evaluate(async (newHash) => {
    const tools = window as unknown as PageTools & { shapes?: Set<string> };
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    location.hash = newHash;
    while (document.documentElement.dataset['shown'] !== newHash) await nextTask();
    tools.stops = tools.tabStops();
    tools.shapes ??= new Set();
    const shape = document.body.innerHTML.replace(/>[^<]+|="[^"]+"/g, '.');
    if (tools.shapes.has(shape)) return 0;
    tools.shapes.add(shape);
    return tools.stops.length;
  }, hash);

/** Presses Tab through a whole screen. @returns problems of the visibility of the focus */
async function tabThrough(page: Page, controls: number): Promise<readonly string[]> {
  const problems = new Set<string>();
  const reached = new Set<number>();
  for (let presses = 0; presses < controls + 2; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const {
        reportFocus: report,
        lowContrastParts: findLowContrast,
        stops,
      } = window as unknown as PageTools;
      return {
        ...report(stops),
        lowContrast: findLowContrast().filter(({ part }) => part.includes('outline')),
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
    test(`Tab reaches every control, which is in view and has an outline of 3:1: ${width} by ${height} px, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const moments = momentsOf(readAtlas()).filter((_, index) =>
        IS_TEST_ALL ? index % PARTS === part : index % SAMPLING === appearanceIndex,
      );
      await page.setViewportSize({ width, height });
      await page.goto(`${lab}/atlas/screen.html`);
      await page.evaluate(
        `Object.assign(window, { lowContrastParts: ${lowContrastParts}, tabStops: ${tabStops}, reportFocus: ${reportFocus} })`,
      );
      const problemsByScreen: [string, readonly string[]][] = [];
      for (const moment of moments) {
        const hash = screenAddress({ language, theme, moment }).replace(/^[^#]*/, '');
        const controls = await show(page, hash);
        const problems = controls > 0 ? await tabThrough(page, controls) : [];
        if (problems.length > 0) problemsByScreen.push([hash, problems]);
      }
      expect(problemsByScreen).toEqual([]);
    });
  }
}

test('borders, marks and outlines have a contrast of 3:1 with any colour of an operator', async ({
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
    await show(page, screenAddress({ language: 'ko', theme, moment }).replace(/^[^#]*/, ''));
    await page.getByRole('checkbox').first().press('Space');
    const lowContrast = await page.evaluate((colours) => {
      const { lowContrastParts: findLowContrast } = window as unknown as PageTools;
      return colours.flatMap((colour) => {
        document.documentElement.style.setProperty('--accent', colour);
        return findLowContrast().map((part) => ({ colour, ...part }));
      });
    }, COLOURS);
    expect(lowContrast).toEqual([]);
  }
});
