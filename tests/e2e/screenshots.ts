import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { personAt } from '#tests/support/e2e/person.ts';
import { NO_DEFAULT_SERVICE, SCREENS, START_SCREENS } from '#tests/support/e2e/screens.ts';
import { startSite } from '#tests/support/e2e/site.ts';
import { LANGUAGES, writerOf } from '#tests/support/e2e/texts.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 320, height: 720 },
  { width: 1280, height: 800 },
];
const LOCALES = { ko: 'ko-KR', en: 'en-US' } as const;

const looks = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => SIZES.map((viewport) => ({ language, theme, viewport }))),
);
/** Each portal with the screens that it shows. */
const PORTALS = [
  // Each look asks for a password link of the same person.
  { config: { ...TEST_CONFIG, passwordLinks: { perPerson: 4 * looks.length } }, screens: SCREENS },
  { config: NO_DEFAULT_SERVICE, screens: START_SCREENS },
];

const wanted = process.argv[2] ?? '';
const launch = await findChromium();
const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
await mkdir(FOLDER, { recursive: true });
try {
  for (const { config, screens } of PORTALS) {
    const site = await startSite(config);
    const chosen = Object.entries(screens).filter(([name]) => name.includes(wanted));
    for (const { language, theme, viewport } of looks) {
      for (const [name, open] of chosen) {
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
        await open({ person, text, lab: site.lab, language });
        const file = `${name.replaceAll(/\W+/g, '-')}.${language}.${theme}.${viewport.width}.png`;
        await page.screenshot({ path: join(FOLDER, file), fullPage: true });
        await context.close();
      }
    }
    await site.close();
  }
} finally {
  await browser.close();
}
