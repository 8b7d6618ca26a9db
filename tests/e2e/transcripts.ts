import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import { readAtlas } from '#tests/support/e2e/atlas-data.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';
import { problemsIn, textOf, transcribe } from '#tests/support/e2e/transcript/transcript.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { ATLAS_FOLDER } from '#tools/folders.ts';

const TRANSCRIPT_FOLDER = join(ATLAS_FOLDER, 'transcripts');

const atlas = readAtlas();
const launch = await findChromium();
const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
const problems: string[] = [];
await mkdir(TRANSCRIPT_FOLDER, { recursive: true });
try {
  for (const language of LANGUAGES) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Accessibility.enable');
    await page.goto(`${pathToFileURL(join(ATLAS_FOLDER, 'screen.html'))}`);
    /** The state under which each text was written first. */
    const firstStates = new Map<string, string>();
    const sections: string[] = [];
    for (const [state, { variants }] of Object.entries(atlas.states)) {
      const texts = new Set<string>();
      for (const { moment } of variants) {
        const transcript = await transcribe(page, protocol, language, pathEventsTo(atlas, moment));
        const text = textOf(transcript);
        const firstState = firstStates.get(text);
        if (firstState === undefined) firstStates.set(text, state);
        if (firstState !== state) texts.add(firstState === undefined ? text : `as ${firstState}`);
        if (firstState === undefined)
          problems.push(...problemsIn(transcript).map((problem) => `${language}, ${state}: ${problem}`));
      }
      if (texts.size > 0) sections.push(`## ${state}\n\n${[...texts].join('\n\n')}\n`);
    }
    await writeFile(join(TRANSCRIPT_FOLDER, `${language}.md`), sections.join('\n'));
    await page.close();
  }
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
console.log(`Transcripts of the screens of ${Object.keys(atlas.states).length} states: ${TRANSCRIPT_FOLDER}`);
process.exitCode = problems.length > 0 ? 1 : 0;
