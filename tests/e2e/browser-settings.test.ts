import { expect, type Page } from '@playwright/test';
import { screenAddress } from '#atlas/site/screen-address.ts';
import { momentsOf, readAtlas } from '#tests/support/e2e/atlas-data.ts';
import {
  brokenWords,
  unreachableControls,
  unreducedAnimations,
} from '#tests/support/e2e/browser-settings.ts';
import { lowContrastParts } from '#tests/support/e2e/contrast.ts';
import { outOfSequence } from '#tests/support/e2e/sequence.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/** In `npm test`, a test checks one screen of each group of this number of screens. */
const SAMPLING_INTERVAL = 60;
/** The number of tests that together check all screens in `npm run test:all`. */
const PARTS = IS_TEST_ALL ? 2 : 1;

/** The functions that check a page. A test adds them to the window of the page. */
const CHECKS = { lowContrastParts, outOfSequence, brokenWords, unreducedAnimations, unreachableControls };
type CheckName = keyof typeof CHECKS;

/** A setting of a browser or system. */
type Setting = {
  /** The checks that have to pass with this setting. */
  readonly checks: readonly CheckName[];
  readonly window: { readonly width: number; readonly height: number };
  readonly apply?: (page: Page) => Promise<void>;
};

const doubleTextSize = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Settings of browsers and systems, by a description. */
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
    apply: doubleTextSize,
  },
  'reduced motion': { checks: ['unreducedAnimations'], window: { width: 390, height: 800 } },
};

/** Shows the screens with these hashes, and returns the problems of each hash. */
const problemsOn = (page: Page, hashes: readonly string[], checks: readonly CheckName[]) =>
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
          (window as unknown as typeof CHECKS)[check](),
        );
        if (scrollWidth > clientWidth) problems.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
        if (problems.length > 0) problemsByHash[hash] = problems;
      }
      return problemsByHash;
    },
    [hashes, checks] as const,
  );

const injectChecks = (page: Page): Promise<void> =>
  page.evaluate(
    `Object.assign(window, { ${Object.entries(CHECKS)
      .map(([name, check]) => `${name}: ${check}`)
      .join(', ')} })`,
  );

for (const [name, { checks, window, apply }] of Object.entries(SETTINGS)) {
  for (const [languageIndex, language] of LANGUAGES.entries()) {
    for (let part = 0; part < PARTS; part += 1) {
      // In `npm test` each setting is tested in one language.
      if (!IS_TEST_ALL && languageIndex !== Object.keys(SETTINGS).indexOf(name) % LANGUAGES.length) continue;
      test(`every screen can be used with ${name}: ${language}, part ${part + 1}`, async ({ page, lab }) => {
        const hashes = momentsOf(readAtlas())
          .filter((_, index) =>
            IS_TEST_ALL ? index % PARTS === part : index % SAMPLING_INTERVAL === languageIndex,
          )
          .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
        await page.setViewportSize(window);
        await page.goto(`${lab}/atlas/screen.html`);
        await apply?.(page);
        await injectChecks(page);
        expect(await problemsOn(page, hashes, checks)).toEqual({});
      });
    }
  }
}

/** The window of a phone in portrait orientation. */
const PORTRAIT = { width: 360, height: 740 };

/** The window of the same phone in landscape orientation. */
const LANDSCAPE = { width: 740, height: 360 };

/** Shows the screens with these hashes, and returns the text and the controls of each hash. */
const readContents = (page: Page, hashes: readonly string[]) =>
  page.evaluate(async (all) => {
    const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    const contents: Record<string, readonly string[]> = {};
    for (const hash of all) {
      location.hash = hash;
      while (document.documentElement.dataset['shown'] !== hash) await nextTask();
      const controls = [...document.querySelectorAll('a, button, input, select')].filter((control) =>
        control.checkVisibility(),
      );
      // The announcement of a new timer appears some frames later, so announcements are left out.
      const announcements = document.querySelectorAll<HTMLElement>('[role=timer] + [role=status]');
      for (const announcement of announcements) announcement.hidden = true;
      const text = document.body.innerText.replaceAll(/\s+/g, ' ');
      for (const announcement of announcements) announcement.hidden = false;
      contents[hash] = [text, ...controls.map(({ tagName, textContent }) => `${tagName} ${textContent}`)];
    }
    return contents;
  }, hashes);

for (const [languageIndex, language] of LANGUAGES.entries()) {
  test(`every screen has the same text and controls in portrait and landscape orientation: ${language}`, async ({
    page,
    lab,
  }) => {
    const hashes = momentsOf(readAtlas())
      .filter((_, index) => IS_TEST_ALL || index % SAMPLING_INTERVAL === languageIndex)
      .map((moment) => screenAddress({ language, theme: 'light', moment }).replace(/^[^#]*/, ''));
    await page.setViewportSize(PORTRAIT);
    await page.goto(`${lab}/atlas/screen.html`);
    const portraitContents = await readContents(page, hashes);
    await page.setViewportSize(LANDSCAPE);
    expect(await readContents(page, hashes.toReversed())).toEqual(portraitContents);
  });
}
