import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { labOrigin } from '#cli/start/settings.ts';
import ko from '#i18n/phone.ko.json' with { type: 'json' };
import { resolveConfig } from '#server/config/load.ts';
import { PROFILES, type Profile, throttle } from '#tools/bench/first-load.ts';
import { openBrowser } from '#tools/bench/loads.ts';
import { median } from '#tools/bench/median.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { freePort } from '#tools/free-port.ts';
import { startMunjigi } from '#tools/start/run.ts';
import { APP_PATH } from '#wire/phone-app.ts';

const SITE_DIR = join(import.meta.dirname, '..', '..', 'dist');
const [, SLOW] = PROFILES as readonly [Profile, Profile];

/** The first usable control of each page. */
const FIELD = 'input:not([type=hidden]):not([disabled])';
const BUTTON = 'main button:not([disabled])';
const CODE = 'output';

type MeasuredWindow = Window & { readonly usable: Promise<number> };

/**
 * Records when the control is painted, and for a code when it is filled in. Runs in the page before the scripts of the page.
 */
const watchControl = (control: string) => {
  const usable = new Promise<number>((resolve) => {
    const check = () => {
      const element = document.querySelector(control);
      if (element === null || (element.matches('output') && !/\d/.test(element.textContent))) {
        requestAnimationFrame(check);
        return;
      }
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now());
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(check);
  });
  Object.assign(window, { usable });
};

/** Opens an address; returns the milliseconds until the control of its page can be used. */
async function open(
  context: BrowserContext,
  { url, control, profile }: { readonly url: string; readonly control: string; readonly profile: Profile },
): Promise<number> {
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), profile);
  await page.addInitScript(watchControl, control);
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => (window as unknown as MeasuredWindow).usable);
}

const openPersistent = async (folder: string): Promise<BrowserContext> => {
  const launch = await findChromium();
  const { executablePath, args } = launch;
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...args],
    env: chromiumEnv(launch),
    locale: 'ko-KR',
  });
};

/** Adds an account to the app, and waits for its service worker. */
async function addAccount(context: BrowserContext, lab: string): Promise<void> {
  const issued = await fetch(`${lab}/administrator/lim/provision-link`, { method: 'POST' });
  const { link } = await issued.json();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: ko['phone.register'], exact: true }).click();
  await page.getByText(ko['phone.notice.added']).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

export type PhoneTimes = {
  /** First load of the portal and of the app on a slow network and processor, in turn. */
  readonly portal: number;
  readonly app: number;
  /** Time until the codes are shown after a start of the browser without network, on a slow processor. */
  readonly codes: number;
};

/** Measures the built app and the built portal: medians in milliseconds. */
export async function measurePhone(rounds: number): Promise<PhoneTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-bench-phone-'));
  const [port, labPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({}, 'the benchmark', { mode: 'demo', publicUrl: origin, labOrigin: lab });
  const dataDir = join(folder, 'data');
  const running = await startMunjigi({ config, port, labPort, dataDir, siteDir: SITE_DIR, fresh: false });
  const browser = await openBrowser();
  const firstLoad = async (url: string, control: string): Promise<number> => {
    const context = await browser.newContext({ locale: 'ko-KR' });
    const time = await open(context, { url, control, profile: SLOW });
    await context.close();
    return time;
  };
  const times: Record<keyof PhoneTimes, number[]> = { portal: [], app: [], codes: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.portal.push(await firstLoad(`${origin}/login`, FIELD));
      times.app.push(await firstLoad(`${origin}${APP_PATH}`, BUTTON));
    }
    const profileFolder = join(folder, 'browser');
    const browserContext = await openPersistent(profileFolder);
    await addAccount(browserContext, lab);
    await browserContext.close();
    for (let round = 0; round < rounds; round += 1) {
      const started = await openPersistent(profileFolder);
      await started.setOffline(true);
      const profile = { ...SLOW, network: null };
      times.codes.push(await open(started, { url: `${origin}${APP_PATH}`, control: CODE, profile }));
      await started.close();
    }
    return { portal: median(times.portal), app: median(times.app), codes: median(times.codes) };
  } finally {
    await browser.close();
    await running.close();
    await rm(folder, { recursive: true });
  }
}
