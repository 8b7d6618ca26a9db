import { expect } from '@playwright/test';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { isWhole } from '#tests/support/e2e/looks.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { problemsIn, transcribe } from '#tests/support/e2e/transcript/transcript.ts';
import { test } from '#tests/support/e2e.ts';

/** Each test hears every so many of the screens; in `npm test` there is one a language, of one screen a state. */
const SHARE = isWhole ? 24 : 12;
const PARTS = isWhole ? SHARE : 1;

for (const [turn, language] of LANGUAGES.entries()) {
  for (let part = 0; part < PARTS; part += 1) {
    test(`whoever hears a screen knows each control, and that something has changed: ${language}, part ${part + 1}`, async ({
      page,
      lab,
    }) => {
      const atlas = readAtlas();
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('Accessibility.enable');
      await page.goto(`${lab}/atlas/screen.html`);
      const problems: string[] = [];
      const screens = Object.entries(atlas.states).flatMap(([state, { variants }]) =>
        variants.slice(0, isWhole ? undefined : 1).map(({ moment }) => ({ state, moment })),
      );
      for (const { state, moment } of screens.filter(
        (_, index) => index % SHARE === (isWhole ? part : turn),
      )) {
        const transcript = await transcribe(page, protocol, language, pathEventsTo(atlas, moment));
        problems.push(...problemsIn(transcript).map((said) => `${state}: ${said}`));
      }
      expect(problems).toEqual([]);
    });
  }
}
