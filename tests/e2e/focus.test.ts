import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { reportFocus, tabStops } from '#tests/support/e2e/focus.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** Of so many screens one is gone through in `npm test`. */
const SHARE = 60;
/** So many tests share the screens in `npm run test:all`. */
const PARTS = IS_TEST_ALL ? 6 : 1;

const LOOKS = [
  { language: 'ko', theme: 'dark', width: 320, height: 568 },
  { language: 'en', theme: 'light', width: 1366, height: 625 },
] as const;

type Tools = {
  readonly lowContrastParts: typeof lowContrastParts;
  readonly tabStops: typeof tabStops;
  readonly reportFocus: typeof reportFocus;
  stops: readonly Element[];
};

/** Shows a screen, and tells how many controls it has; none where it differs from an earlier one in its words alone. */
const show = (page: Page, hash: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const tools = window as unknown as Tools & { shapes?: Set<string> };
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    location.hash = wanted;
    while (document.documentElement.dataset['shown'] !== wanted) await nextTask();
    tools.stops = tools.tabStops();
    tools.shapes ??= new Set();
    const shape = document.body.innerHTML.replace(/>[^<]+|="[^"]+"/g, '.');
    if (tools.shapes.has(shape)) return 0;
    tools.shapes.add(shape);
    return tools.stops.length;
  }, hash);

/** Goes through a screen by Tab until it begins again. @returns what is wrong with how the focus is seen */
async function walk(page: Page, controls: number): Promise<readonly string[]> {
  const problems = new Set<string>();
  const reached = new Set<number>();
  for (let presses = 0; presses < controls + 2; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const { reportFocus: look, lowContrastParts: lookForPale, stops } = window as unknown as Tools;
      return { ...look(stops), pale: lookForPale().filter(({ part }) => part.includes('outline')) };
    });
    if (focus.index === undefined) continue;
    reached.add(focus.index);
    for (const problem of focus.problems ?? []) problems.add(problem);
    for (const { part, ratio, control } of focus.pale) problems.add(`${part} ${ratio}: ${control}`);
  }
  for (let place = 0; place < controls; place += 1) {
    if (!reached.has(place)) problems.add(`control ${place} is not reached`);
  }
  return [...problems];
}

for (const [turn, { language, theme, width, height }] of LOOKS.entries()) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`Tab reaches every control in sight, with an outline of 3:1: ${width} by ${height} px, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const moments = momentsOf(readAtlas()).filter((_, index) =>
        IS_TEST_ALL ? index % PARTS === part : index % SHARE === turn,
      );
      await page.setViewportSize({ width, height });
      await page.goto(`${lab}/atlas/screen.html`);
      await page.evaluate(
        `Object.assign(window, { lowContrastParts: ${lowContrastParts}, tabStops: ${tabStops}, reportFocus: ${reportFocus} })`,
      );
      const found: [string, readonly string[]][] = [];
      for (const moment of moments) {
        const hash = screenAddress({ language, theme, moment }).replace(/^[^#]*/, '');
        const controls = await show(page, hash);
        const problems = controls > 0 ? await walk(page, controls) : [];
        if (problems.length > 0) found.push([hash, problems]);
      }
      expect(found).toEqual([]);
    });
  }
}

test('whatever colour an operator sets, borders, marks and outlines keep 3:1', async ({ page, lab }) => {
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
    const pale = await page.evaluate((colours) => {
      const { lowContrastParts: look } = window as unknown as Tools;
      return colours.flatMap((colour) => {
        document.documentElement.style.setProperty('--accent', colour);
        return look().map((found) => ({ colour, ...found }));
      });
    }, COLOURS);
    expect(pale).toEqual([]);
  }
});
