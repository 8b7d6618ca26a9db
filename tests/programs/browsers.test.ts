import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEXTS as EXPENSES_TEXTS } from '#lab/expenses/texts.ts';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import { type Devices, devicesAt } from '#tests/support/e2e/devices.ts';
import { type Site, startSite } from '#tests/support/e2e/site.ts';
import { type Balancer, startBalancer } from '#tools/cluster/balancer.ts';
import { OLDEST_BROWSERS } from '#tools/vite/targets.ts';
import type { Driver } from './browsers/driver.ts';
import { startFirefox } from './browsers/firefox.ts';
import { type BrowserPerson, personAt, WITHIN_A_MINUTE } from './browsers/person.ts';
import type { BrowserSettings } from './browsers/settings.ts';
import { SIGN_INS } from './browsers/sign-ins.ts';
import { startWebKit } from './browsers/webkit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Scripts wait for this promise while the server-rendered screen is checked. */
let scriptDelay: Promise<void> | null = null;
let balancer: Balancer;
let site: Site;
let devices: Devices;
beforeAll(async () => {
  const ports: number[] = [];
  balancer = await startBalancer(ports, async (path) => {
    if (/^\/assets\/.*\.js$/.test(path)) await scriptDelay;
  });
  site = await startSite({ publicUrl: balancer.url });
  ports.push(Number(new URL(site.portal).port));
  devices = devicesAt(site.lab);
});
afterAll(async () => {
  await site.close();
  await balancer.close();
});

type TestedBrowser = {
  readonly name: string;
  readonly start: (settings: BrowserSettings) => Promise<Driver>;
  /** Matches the version of the browser in the user agent. */
  readonly versionPattern: RegExp;
  /** The oldest version that the build supports. */
  readonly oldestVersion: number;
  readonly settings: BrowserSettings;
};

const FIREFOX = {
  name: 'Firefox ESR',
  start: startFirefox,
  versionPattern: /Firefox\/(\d+)/,
  oldestVersion: OLDEST_BROWSERS.firefox,
};
/** The user agent contains the version of the corresponding Safari. */
const WEBKIT = {
  name: 'WebKitGTK',
  start: startWebKit,
  versionPattern: /Version\/(\d+).* Safari/,
  oldestVersion: OLDEST_BROWSERS.safari,
};

const BROWSERS: readonly TestedBrowser[] = [
  { ...FIREFOX, settings: { language: 'ko', theme: 'dark' } },
  { ...FIREFOX, settings: { language: 'en', theme: 'light', hasPasskeys: false } },
  { ...WEBKIT, settings: { language: 'ko', theme: 'dark', hasPasskeys: false } },
  { ...WEBKIT, settings: { language: 'en', theme: 'light', hasPasskeys: false } },
];

const SIGN_IN_TEXTS = { '/service': SERVICE_TEXTS.signIn, '/expenses': EXPENSES_TEXTS.signIn };
const SIGN_OUT_TEXTS = { '/service': SERVICE_TEXTS.signOut, '/expenses': EXPENSES_TEXTS.signOut };

/** Runs on the page; returns the brightness of the background, from 0 to 1, and the contrast of the heading. */
function measureColors(): { readonly brightness: number; readonly contrast: number } {
  const luminance = (color: string): number => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const fraction = value / 255;
      return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const heading = document.querySelector('h1') ?? document.body;
  let background: Element | null = heading;
  while (
    background?.parentElement &&
    /, 0\)$|transparent/.test(getComputedStyle(background).backgroundColor)
  ) {
    background = background.parentElement;
  }
  const brightness = luminance(getComputedStyle(background).backgroundColor);
  const textBrightness = luminance(getComputedStyle(heading).color);
  const light = Math.max(brightness, textBrightness);
  const dark = Math.min(brightness, textBrightness);
  return { brightness, contrast: (light + 0.05) / (dark + 0.05) };
}

describe.each(BROWSERS)(
  '$name, $settings.language, $settings.theme',
  ({ start, versionPattern, oldestVersion, settings }) => {
    const { language, theme } = settings;
    let driver: Driver;
    let person: BrowserPerson;
    beforeAll(async () => {
      driver = await start(settings);
      person = personAt(driver, language);
    });
    afterAll(() => driver.close());

    test('the browser is at least as new as the oldest version that the build supports', async () => {
      const [, browserVersion] = versionPattern.exec(await driver.run(() => navigator.userAgent)) ?? [];
      expect(Number(browserVersion)).toBeGreaterThanOrEqual(oldestVersion);
    });

    test.each(SIGN_INS)('a person signs in and out: $name', async ({ service, userId, prove }) => {
      await driver.open(`${site.lab}${service}`);
      await person.pressNamed(SIGN_IN_TEXTS[service][language]);
      await prove(person, devices);
      await person.waitForText(SIGN_OUT_TEXTS[service][language]);
      expect(JSON.stringify(await person.session(`${service}/session`))).toContain(`"${userId}"`);
      await person.pressNamed(SIGN_OUT_TEXTS[service][language]);
      await person.pressNamed(SIGN_IN_TEXTS[service][language]);
      await person.waitForScreen('title.identity');
    });

    test('the first screen is complete before the scripts have loaded, and the ID field and its text do not change afterwards', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      scriptDelay = promise;
      await driver.open(`${site.lab}/service/login`);
      await person.waitForScreen('title.identity');
      await person.type('identity.label', 'ki');
      const runningAnimations = () =>
        document.getAnimations().filter(({ playState }) => playState === 'running').length;
      await expect.poll(() => driver.run(runningAnimations), WITHIN_A_MINUTE).toBe(0);
      const boundsOfField = () =>
        JSON.stringify(document.querySelector('input[name=username]')?.getBoundingClientRect());
      const boundsBefore = await driver.run(boundsOfField);
      resolve();
      scriptDelay = null;
      await person.waitUntilRunning();
      expect(await driver.run(boundsOfField)).toBe(boundsBefore);
      if (settings.hasPasskeys === false) await person.waitForText(person.text('passkey.missing'));
      await person.type('identity.label', 'm');
      const typedText = () => document.querySelector<HTMLInputElement>('input[name=username]')?.value;
      expect(await driver.run(typedText)).toBe('kim');
      await person.press('action.next');
      await person.waitForScreen('title.password');
      await person.waitForText('kim');
    });

    test('the first screen offers passkeys if the browser supports them, otherwise it shows a message, and a code by SMS can be chosen', async () => {
      await driver.open(`${site.lab}/service/login`);
      await person.waitForScreen('title.identity');
      const hasPasskeys = await driver.run(() => 'PublicKeyCredential' in window);
      expect(hasPasskeys).toBe(settings.hasPasskeys !== false);
      const areRadiosDisabled = () =>
        [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ disabled }) => disabled);
      await expect.poll(() => driver.run(areRadiosDisabled), WITHIN_A_MINUTE).toEqual([false, !hasPasskeys]);
      const message = person.text('passkey.missing');
      expect((await driver.run(() => document.body.innerText)).includes(message)).toBe(!hasPasskeys);
      await person.enterId('lee');
      await person.choose('title.method.1');
    });

    test('the page has the theme of the system and enough contrast, and the language can be changed', async () => {
      await driver.open(`${site.lab}/service/login`);
      await person.waitForScreen('title.identity');
      const { brightness, contrast } = await driver.run(measureColors);
      expect(brightness > 0.5).toBe(theme === 'light');
      expect(contrast).toBeGreaterThan(7);
      const shownLanguage = () => driver.run(() => document.documentElement.lang);
      expect(await shownLanguage()).toBe(language);
      await person.pressNamed(language === 'ko' ? 'English' : '한국어');
      await expect.poll(shownLanguage, WITHIN_A_MINUTE).toBe(language === 'ko' ? 'en' : 'ko');
      await person.pressNamed(language === 'ko' ? '한국어' : 'English');
      await expect.poll(shownLanguage, WITHIN_A_MINUTE).toBe(language);
    });
  },
);
