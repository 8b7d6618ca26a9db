import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEXTS as EXPENSES_TEXTS } from '#lab/expenses/texts.ts';
import { TEXTS as SERVICE_TEXTS } from '#lab/service/texts.ts';
import { type Devices, devicesAt } from '#tests/support/e2e/devices.ts';
import { type Site, startSite } from '#tests/support/e2e/site.ts';
import { type Balancer, startProxy } from '#tools/cluster/proxy.ts';
import { OLDEST } from '#tools/vite/targets.ts';
import type { Driver } from './browsers/driver.ts';
import { startFirefox } from './browsers/firefox.ts';
import { type BrowserPerson, personAt, SOON } from './browsers/person.ts';
import type { BrowserSettings } from './browsers/settings.ts';
import { WALKS } from './browsers/walks.ts';
import { startWebKit } from './browsers/webkit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Delays the scripts while the server-rendered screen is checked. */
let scriptDelay: Promise<void> | null = null;
let proxy: Balancer;
let site: Site;
let devices: Devices;
beforeAll(async () => {
  const ports: number[] = [];
  proxy = await startProxy(ports, async (path) => {
    if (/^\/assets\/.*\.js$/.test(path)) await scriptDelay;
  });
  site = await startSite({ publicUrl: proxy.url });
  ports.push(Number(new URL(site.portal).port));
  devices = devicesAt(site.lab);
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});

type Case = {
  readonly name: string;
  readonly start: (settings: BrowserSettings) => Promise<Driver>;
  /** Finds its version in the user agent. */
  readonly version: RegExp;
  /** The oldest version that the build supports. */
  readonly oldest: number;
  readonly settings: BrowserSettings;
};

const FIREFOX = {
  name: 'Firefox ESR',
  start: startFirefox,
  version: /Firefox\/(\d+)/,
  oldest: OLDEST.firefox,
};
/** Its user agent contains the Safari version that it corresponds to. */
const WEBKIT = {
  name: 'WebKitGTK',
  start: startWebKit,
  version: /Version\/(\d+).* Safari/,
  oldest: OLDEST.safari,
};

const CASES: readonly Case[] = [
  { ...FIREFOX, settings: { language: 'ko', theme: 'dark' } },
  { ...FIREFOX, settings: { language: 'en', theme: 'light', hasPasskeys: false } },
  { ...WEBKIT, settings: { language: 'ko', theme: 'dark', hasPasskeys: false } },
  { ...WEBKIT, settings: { language: 'en', theme: 'light', hasPasskeys: false } },
];

const SIGN_INS = { '/service': SERVICE_TEXTS.signIn, '/expenses': EXPENSES_TEXTS.signIn };
const SIGN_OUTS = { '/service': SERVICE_TEXTS.signOut, '/expenses': EXPENSES_TEXTS.signOut };

/** Runs on the page: the brightness of its background, from 0 to 1, and the contrast of the heading. */
function measureColors(): { readonly ground: number; readonly contrast: number } {
  const luminance = (color: string): number => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const heading = document.querySelector('h1') ?? document.body;
  let painted: Element | null = heading;
  while (painted?.parentElement && /, 0\)$|transparent/.test(getComputedStyle(painted).backgroundColor)) {
    painted = painted.parentElement;
  }
  const ground = luminance(getComputedStyle(painted).backgroundColor);
  const letters = luminance(getComputedStyle(heading).color);
  const [light, dark] = [Math.max(ground, letters), Math.min(ground, letters)];
  return { ground, contrast: (light + 0.05) / (dark + 0.05) };
}

describe.each(CASES)('$name, $settings.language, $settings.theme', ({ start, version, oldest, settings }) => {
  const { language, theme } = settings;
  let driver: Driver;
  let person: BrowserPerson;
  beforeAll(async () => {
    driver = await start(settings);
    person = personAt(driver, language);
  });
  afterAll(() => driver.close());

  test('is supported by the syntax of the build', async () => {
    const [, driven] = version.exec(await driver.run(() => navigator.userAgent)) ?? [];
    expect(Number(driven)).toBeGreaterThanOrEqual(oldest);
  });

  test.each(WALKS)('$name', async ({ service, userId, prove }) => {
    await driver.open(`${site.lab}${service}`);
    await person.pressNamed(SIGN_INS[service][language]);
    await prove(person, devices);
    await person.reads(SIGN_OUTS[service][language]);
    expect(JSON.stringify(await person.session(`${service}/session`))).toContain(`"${userId}"`);
    await person.pressNamed(SIGN_OUTS[service][language]);
    await person.pressNamed(SIGN_INS[service][language]);
    await person.isAt('title.identity');
  });

  test('the page is completely shown before a script has loaded, and keeps typed text', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    scriptDelay = promise;
    await driver.open(`${site.lab}/service/login`);
    await person.isAt('title.identity');
    await person.type('identity.label', 'ki');
    const runningAnimations = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running').length;
    await expect.poll(() => driver.run(runningAnimations), SOON).toBe(0);
    const place = () =>
      JSON.stringify(document.querySelector('input[name=username]')?.getBoundingClientRect());
    const before = await driver.run(place);
    resolve();
    scriptDelay = null;
    await person.isRunning();
    expect(await driver.run(place)).toBe(before);
    if (settings.hasPasskeys === false) await person.reads(person.text('passkey.missing'));
    await person.type('identity.label', 'm');
    const typed = () => document.querySelector<HTMLInputElement>('input[name=username]')?.value;
    expect(await driver.run(typed)).toBe('kim');
    await person.press('action.next');
    await person.isAt('title.password');
    await person.reads('kim');
  });

  test('a browser without passkeys shows a message and the other methods, one with passkeys offers them', async () => {
    await driver.open(`${site.lab}/service/login`);
    await person.isAt('title.identity');
    const hasPasskeys = await driver.run(() => 'PublicKeyCredential' in window);
    expect(hasPasskeys).toBe(settings.hasPasskeys !== false);
    const radios = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ disabled }) => disabled);
    await expect.poll(() => driver.run(radios), SOON).toEqual([false, !hasPasskeys]);
    const missing = person.text('passkey.missing');
    expect((await driver.run(() => document.body.innerText)).includes(missing)).toBe(!hasPasskeys);
    await person.enterId('lee');
    await person.choose('title.method.1');
  });

  test('the page has the theme of the system, and its text has enough contrast', async () => {
    await driver.open(`${site.lab}/service/login`);
    await person.isAt('title.identity');
    const { ground, contrast } = await driver.run(measureColors);
    expect(ground > 0.5).toBe(theme === 'light');
    expect(contrast).toBeGreaterThan(7);
    const shownLanguage = () => driver.run(() => document.documentElement.lang);
    expect(await shownLanguage()).toBe(language);
    await person.pressNamed(language === 'ko' ? 'English' : '한국어');
    await expect.poll(shownLanguage, SOON).toBe(language === 'ko' ? 'en' : 'ko');
    await person.pressNamed(language === 'ko' ? '한국어' : 'English');
    await expect.poll(shownLanguage, SOON).toBe(language);
  });
});
