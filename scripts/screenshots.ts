import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumEnv, findChromium } from '#scripts/chromium.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { personAt } from '#tests/support/e2e/person.ts';
import { SCREENS } from '#tests/support/e2e/screens.ts';
import { startSite } from '#tests/support/e2e/site.ts';
import { LANGUAGES, writerOf } from '#tests/support/e2e/texts.ts';

const FOLDER = join(import.meta.dirname, '..', 'screenshots');
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 320, height: 720 },
  { width: 1280, height: 800 },
];
const LOCALES = { ko: 'ko-KR', en: 'en-US' } as const;

const looks = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => SIZES.map((viewport) => ({ language, theme, viewport }))),
);
const wanted = process.argv[2] ?? '';
const screens = Object.entries(SCREENS).filter(([name]) => name.includes(wanted));

const launch = await findChromium();
const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
const site = await startSite(TEST_CONFIG);
await mkdir(FOLDER, { recursive: true });
try {
  for (const { language, theme, viewport } of looks) {
    for (const [name, open] of screens) {
      const context = await browser.newContext({
        baseURL: site.portal,
        locale: LOCALES[language],
        colorScheme: theme,
        viewport,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const text = writerOf(language);
      const person = personAt(page, { language, text, lab: site.lab, typed: () => undefined });
      await open({ person, text, lab: site.lab });
      const file = `${name.replaceAll(/\W+/g, '-')}.${language}.${theme}.${viewport.width}.png`;
      await page.screenshot({ path: join(FOLDER, file), fullPage: true });
      await context.close();
    }
    console.log(`${language}, ${theme}, ${viewport.width} px: ${screens.length} screens`);
  }
} finally {
  await browser.close();
  await site.close();
}
