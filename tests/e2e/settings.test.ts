import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { brokenWords, unreachableControls, unreducedAnimations } from '#tests/support/e2e/settings.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** Of so many screens one is looked at in `npm test`. */
const SHARE = 60;
/** So many tests share the screens in `npm run test:all`. */
const PARTS = IS_TEST_ALL ? 2 : 1;

const TOOLS = { lowContrastParts, outOfSequence, brokenWords, unreducedAnimations, unreachableControls };
type Tool = keyof typeof TOOLS;

type Setting = {
  /** The checks that have to pass with it. */
  readonly looks: readonly Tool[];
  readonly window: { readonly width: number; readonly height: number };
  readonly make?: (page: Page) => Promise<void>;
};

const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Settings of browsers and systems, each with the checks that have to pass. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  'forced colours': {
    looks: ['lowContrastParts', 'unreachableControls'],
    window: { width: 1366, height: 625 },
    make: (page) => page.emulateMedia({ forcedColors: 'active' }),
  },
  'a page enlarged to 400 %': {
    looks: ['unreachableControls', 'outOfSequence'],
    window: { width: 320, height: 256 },
  },
  'text of twice the size': {
    looks: ['brokenWords', 'unreachableControls', 'outOfSequence'],
    window: { width: 320, height: 720 },
    make: enlarge,
  },
  'less motion': { looks: ['unreducedAnimations'], window: { width: 390, height: 800 } },
};

/** Problems of the screens of these addresses, by address. */
const problemsOn = (page: Page, hashes: readonly string[], looks: readonly Tool[]) =>
  page.evaluate(
    async ([all, tools]) => {
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      const found: Record<string, unknown> = {};
      const seen = new Set<string>();
      for (const hash of all) {
        location.hash = hash;
        while (document.documentElement.dataset['shown'] !== hash) await nextTask();
        const { innerHTML } = document.body;
        if (seen.has(innerHTML)) continue;
        seen.add(innerHTML);
        const { scrollWidth, clientWidth } = document.documentElement;
        const problems = tools.flatMap((tool): readonly unknown[] =>
          (window as unknown as typeof TOOLS)[tool](),
        );
        if (scrollWidth > clientWidth) problems.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
        if (problems.length > 0) found[hash] = problems;
      }
      return found;
    },
    [hashes, looks] as const,
  );

const bringTools = (page: Page): Promise<void> =>
  page.evaluate(
    `Object.assign(window, { ${Object.entries(TOOLS)
      .map(([name, tool]) => `${name}: ${tool}`)
      .join(', ')} })`,
  );

for (const [name, { looks, window, make }] of Object.entries(SETTINGS)) {
  for (const [turn, language] of LANGUAGES.entries()) {
    for (let part = 0; part < PARTS; part += 1) {
      // In `npm test` the languages take turns.
      if (!IS_TEST_ALL && turn !== Object.keys(SETTINGS).indexOf(name) % LANGUAGES.length) continue;
      test(`every screen stands ${name}: ${language}, part ${part + 1}`, async ({ page, lab }) => {
        const hashes = momentsOf(readAtlas())
          .filter((_, index) => (IS_TEST_ALL ? index % PARTS === part : index % SHARE === turn))
          .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
        await page.setViewportSize(window);
        await page.goto(`${lab}/atlas/screen.html`);
        await make?.(page);
        await bringTools(page);
        expect(await problemsOn(page, hashes, looks)).toEqual({});
      });
    }
  }
}

/** A phone, upright and turned. */
const UPRIGHT = { width: 360, height: 740 };
const TURNED = { width: 740, height: 360 };

/** The screens of these addresses: their words and controls. */
const contentsOf = (page: Page, hashes: readonly string[]) =>
  page.evaluate(async (all) => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    const found: Record<string, readonly string[]> = {};
    for (const hash of all) {
      location.hash = hash;
      while (document.documentElement.dataset['shown'] !== hash) await nextTask();
      const controls = [...document.querySelectorAll('a, button, input, select')].filter((control) =>
        control.checkVisibility(),
      );
      // The start of a running time is announced a frame later, in whichever frame that is.
      const announcements = document.querySelectorAll<HTMLElement>('[role=timer] + [role=status]');
      for (const announcement of announcements) announcement.hidden = true;
      const words = document.body.innerText.replaceAll(/\s+/g, ' ');
      for (const announcement of announcements) announcement.hidden = false;
      found[hash] = [words, ...controls.map(({ tagName, textContent }) => `${tagName} ${textContent}`)];
    }
    return found;
  }, hashes);

for (const [turn, language] of LANGUAGES.entries()) {
  test(`a turned screen shows the same: ${language}`, async ({ page, lab }) => {
    const hashes = momentsOf(readAtlas())
      .filter((_, index) => IS_TEST_ALL || index % SHARE === turn)
      .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
    await page.setViewportSize(UPRIGHT);
    await page.goto(`${lab}/atlas/screen.html`);
    const upright = await contentsOf(page, hashes);
    await page.setViewportSize(TURNED);
    expect(await contentsOf(page, hashes.toReversed())).toEqual(upright);
  });
}
