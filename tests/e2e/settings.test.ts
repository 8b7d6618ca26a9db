import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { brokenWords, unreachableControls, unreducedAnimations } from '#tests/support/e2e/settings.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** In `npm test`, each test checks one screen out of this many. */
const SAMPLING = 60;
/** In `npm run test:all`, this many tests check all screens together. */
const PARTS = IS_TEST_ALL ? 2 : 1;

const TOOLS = { lowContrastParts, outOfSequence, brokenWords, unreducedAnimations, unreachableControls };
type Check = keyof typeof TOOLS;

type Setting = {
  /** The checks that have to pass with this setting. */
  readonly checks: readonly Check[];
  readonly window: { readonly width: number; readonly height: number };
  readonly apply?: (page: Page) => Promise<void>;
};

const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Settings of browsers and systems, each with the checks that have to pass. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  'forced colours': {
    checks: ['lowContrastParts', 'unreachableControls'],
    window: { width: 1366, height: 625 },
    apply: (page) => page.emulateMedia({ forcedColors: 'active' }),
  },
  'a page enlarged to 400 %': {
    checks: ['unreachableControls', 'outOfSequence'],
    window: { width: 320, height: 256 },
  },
  'text of double size': {
    checks: ['brokenWords', 'unreachableControls', 'outOfSequence'],
    window: { width: 320, height: 720 },
    apply: enlarge,
  },
  'reduced motion': { checks: ['unreducedAnimations'], window: { width: 390, height: 800 } },
};

/** Problems of the screens of these addresses, by address. */
const problemsOn = (page: Page, hashes: readonly string[], checks: readonly Check[]) =>
  page.evaluate(
    async ([all, checkNames]) => {
      const nextTask = () => new Promise((resolve) => setTimeout(resolve));
      const problemsByHash: Record<string, unknown> = {};
      const checkedMarkup = new Set<string>();
      for (const hash of all) {
        location.hash = hash;
        while (document.documentElement.dataset['shown'] !== hash) await nextTask();
        const { innerHTML } = document.body;
        if (checkedMarkup.has(innerHTML)) continue;
        checkedMarkup.add(innerHTML);
        const { scrollWidth, clientWidth } = document.documentElement;
        const problems = checkNames.flatMap((check): readonly unknown[] =>
          (window as unknown as typeof TOOLS)[check](),
        );
        if (scrollWidth > clientWidth) problems.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
        if (problems.length > 0) problemsByHash[hash] = problems;
      }
      return problemsByHash;
    },
    [hashes, checks] as const,
  );

const injectTools = (page: Page): Promise<void> =>
  page.evaluate(
    `Object.assign(window, { ${Object.entries(TOOLS)
      .map(([name, tool]) => `${name}: ${tool}`)
      .join(', ')} })`,
  );

for (const [name, { checks, window, apply }] of Object.entries(SETTINGS)) {
  for (const [languageIndex, language] of LANGUAGES.entries()) {
    for (let part = 0; part < PARTS; part += 1) {
      // In `npm test` each setting is tested in one language.
      if (!IS_TEST_ALL && languageIndex !== Object.keys(SETTINGS).indexOf(name) % LANGUAGES.length) continue;
      test(`every screen can be used with ${name}: ${language}, part ${part + 1}`, async ({ page, lab }) => {
        const hashes = momentsOf(readAtlas())
          .filter((_, index) => (IS_TEST_ALL ? index % PARTS === part : index % SAMPLING === languageIndex))
          .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
        await page.setViewportSize(window);
        await page.goto(`${lab}/atlas/screen.html`);
        await apply?.(page);
        await injectTools(page);
        expect(await problemsOn(page, hashes, checks)).toEqual({});
      });
    }
  }
}

/** A phone in portrait and in landscape orientation. */
const PORTRAIT = { width: 360, height: 740 };
const LANDSCAPE = { width: 740, height: 360 };

/** The texts and controls of the screens of these addresses. */
const contentsOf = (page: Page, hashes: readonly string[]) =>
  page.evaluate(async (all) => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    const contents: Record<string, readonly string[]> = {};
    for (const hash of all) {
      location.hash = hash;
      while (document.documentElement.dataset['shown'] !== hash) await nextTask();
      const controls = [...document.querySelectorAll('a, button, input, select')].filter((control) =>
        control.checkVisibility(),
      );
      // The announcement of a new timer appears some frames later, so it is left out.
      const announcements = document.querySelectorAll<HTMLElement>('[role=timer] + [role=status]');
      for (const announcement of announcements) announcement.hidden = true;
      const text = document.body.innerText.replaceAll(/\s+/g, ' ');
      for (const announcement of announcements) announcement.hidden = false;
      contents[hash] = [text, ...controls.map(({ tagName, textContent }) => `${tagName} ${textContent}`)];
    }
    return contents;
  }, hashes);

for (const [languageIndex, language] of LANGUAGES.entries()) {
  test(`every screen has the same contents in portrait and landscape: ${language}`, async ({ page, lab }) => {
    const hashes = momentsOf(readAtlas())
      .filter((_, index) => IS_TEST_ALL || index % SAMPLING === languageIndex)
      .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
    await page.setViewportSize(PORTRAIT);
    await page.goto(`${lab}/atlas/screen.html`);
    const portraitContents = await contentsOf(page, hashes);
    await page.setViewportSize(LANDSCAPE);
    expect(await contentsOf(page, hashes.toReversed())).toEqual(portraitContents);
  });
}
