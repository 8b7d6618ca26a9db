import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import {
  ACTS_FOR_OTHER_PEOPLE,
  ACTS_FOR_SERVICE,
  ACTS_FOR_SIGNED_IN_PERSON,
} from '#tests/support/e2e/desk/acts.ts';
import { deskAt, deskConfig, deskOrigin } from '#tests/support/e2e/desk/desk.ts';
import { personAt } from '#tests/support/e2e/person.ts';
import {
  CONFIG_WITHOUT_DEFAULT_SERVICE,
  SCREENS,
  SCREENS_WITHOUT_DEFAULT_SERVICE,
} from '#tests/support/e2e/screens.ts';
import { startSite } from '#tests/support/e2e/site.ts';
import { LANGUAGES, type Language, textIn } from '#tests/support/e2e/texts.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { freePort } from '#tools/free-port.ts';

const SCREENSHOT_FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');
const THEMES = ['light', 'dark'] as const;
/** The sizes of the windows in which screenshots of the portal's screens are taken. */
const SIZES = [
  { width: 320, height: 720 },
  { width: 1280, height: 800 },
];
/** The sizes of the windows in which screenshots of the help desk's screens are taken. */
const DESK_SIZES = [
  { width: 360, height: 640 },
  { width: 1366, height: 768 },
];
const LOCALES = { ko: 'ko-KR', en: 'en-US' } as const;

const appearances = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => SIZES.map((viewport) => ({ language, theme, viewport }))),
);
/** Configurations of portals, each with its screens. */
const PORTALS = [
  // In each appearance up to four password links for the same person are requested.
  { config: { ...TEST_CONFIG, passwordLinks: { perPerson: 4 * appearances.length } }, screens: SCREENS },
  { config: CONFIG_WITHOUT_DEFAULT_SERVICE, screens: SCREENS_WITHOUT_DEFAULT_SERVICE },
];

/** Screenshots are taken only of screens whose name contains this text. */
const nameFilter = process.argv[2] ?? '';
const launch = await findChromium();
const browser = await chromium.launch({ ...launch, args: [...launch.args], env: chromiumEnv(launch) });
await mkdir(SCREENSHOT_FOLDER, { recursive: true });

/** Performs every act of the help desk, and takes screenshots of its screens and dialogs in each appearance. */
async function takeDeskScreenshots(language: Language): Promise<void> {
  const port = await freePort();
  const site = await startSite(deskConfig(port));
  const context = await browser.newContext({ locale: LOCALES[language], reducedMotion: 'reduce' });
  const page = await context.newPage();
  const text = textIn(language);
  async function takeScreenshots(name: string): Promise<void> {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const viewport of DESK_SIZES) {
        await page.setViewportSize(viewport);
        const file = `desk-${name}.${language}.${colorScheme}.${viewport.width}.png`;
        await page.screenshot({ path: join(SCREENSHOT_FOLDER, file), fullPage: true });
      }
    }
  }
  const pageInOtherBrowser = await browser.newPage({ locale: LOCALES[language] });
  await personAt(pageInOtherBrowser, {
    language,
    text,
    lab: site.lab,
    onPasswordTyped: () => undefined,
  }).signIn('kim');
  const desk = deskAt(page, {
    language,
    text,
    portal: site.portal,
    origin: deskOrigin(port),
    onScreen: takeScreenshots,
  });
  await desk.signIn(site.lab);
  for (const { open, perform } of [
    ...ACTS_FOR_SIGNED_IN_PERSON,
    ...ACTS_FOR_OTHER_PEOPLE,
    ...ACTS_FOR_SERVICE,
  ]) {
    await open(desk);
    await perform(desk);
  }
  await pageInOtherBrowser.close();
  await context.close();
  await site.close();
}

try {
  if ('desk'.includes(nameFilter)) for (const language of LANGUAGES) await takeDeskScreenshots(language);
  for (const { config, screens } of PORTALS) {
    const site = await startSite(config);
    const chosenScreens = Object.entries(screens).filter(([name]) => name.includes(nameFilter));
    for (const { language, theme, viewport } of appearances) {
      for (const [name, open] of chosenScreens) {
        const context = await browser.newContext({
          baseURL: site.portal,
          locale: LOCALES[language],
          colorScheme: theme,
          viewport,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const text = textIn(language);
        const person = personAt(page, { language, text, lab: site.lab, onPasswordTyped: () => undefined });
        await open({ person, text, lab: site.lab, language });
        const file = `${name.replaceAll(/\W+/g, '-')}.${language}.${theme}.${viewport.width}.png`;
        await page.screenshot({ path: join(SCREENSHOT_FOLDER, file), fullPage: true });
        await context.close();
      }
    }
    await site.close();
  }
} finally {
  await browser.close();
}
