import { expect } from '@playwright/test';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { problemsIn, transcribe } from '#tests/support/e2e/transcript/transcript.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/**
 * A test transcribes every SAMPLING_INTERVAL-th screen. `npm test` runs one test in each language, with the first
 * variant of each state; `npm run test:all` transcribes all variants of all states.
 */
const SAMPLING_INTERVAL = IS_TEST_ALL ? 24 : 12;
const PARTS = IS_TEST_ALL ? SAMPLING_INTERVAL : 1;

for (const [languageIndex, language] of LANGUAGES.entries()) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`a screen reader reads the name of every control and announces every change: ${language}, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const atlas = readAtlas();
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('Accessibility.enable');
      await page.goto(`${lab}/atlas/screen.html`);
      const problems: string[] = [];
      const screens = Object.entries(atlas.states).flatMap(([state, { variants }]) =>
        variants.slice(0, IS_TEST_ALL ? undefined : 1).map(({ moment }) => ({ state, moment })),
      );
      for (const { state, moment } of screens.filter(
        (_, index) => index % SAMPLING_INTERVAL === (IS_TEST_ALL ? part : languageIndex),
      )) {
        const transcript = await transcribe(page, protocol, language, pathEventsTo(atlas, moment));
        problems.push(...problemsIn(transcript).map((problem) => `${state}: ${problem}`));
      }
      expect(problems).toEqual([]);
    });
  }
}
