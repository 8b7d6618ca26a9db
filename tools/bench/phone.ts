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
const [, SLOW_PROFILE] = PROFILES as readonly [Profile, Profile];

/** Selector of the first control of the portal. */
const PORTAL_FIELD = 'input:not([type=hidden]):not([disabled])';

/** Selector of the first control of the app without an account. */
const APP_BUTTON = 'main button:not([disabled])';

/** Selector of the code of an account in the app. */
const APP_CODE = 'output';

/** The window of a measured page, with the time when its control could be used. */
type MeasuredWindow = Window & { readonly usable: Promise<number> };

/**
 * Records when a control is painted; a code must also contain a digit. Runs in the page before the scripts of the
 * page.
 */
const watchControl = (control: string) => {
  const usable = new Promise<number>((resolve) => {
    const check = () => {
      const element = document.querySelector(control);
      if (element === null || (element.matches('output') && !/\d/.test(element.textContent))) {
        requestAnimationFrame(check);
        return;
      }
      // A message is handled after the frame has been painted.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now());
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(check);
  });
  Object.assign(window, { usable });
};

/** Opens an address in a new tab; returns the milliseconds until the control of the page can be used. */
async function measureOpening(
  context: BrowserContext,
  { url, control, profile }: { readonly url: string; readonly control: string; readonly profile: Profile },
): Promise<number> {
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), profile);
  await page.addInitScript(watchControl, control);
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => (window as unknown as MeasuredWindow).usable);
}

/** Starts a browser whose data are stored in a folder. */
const startPersistentBrowser = async (folder: string): Promise<BrowserContext> => {
  const launch = await findChromium();
  const { executablePath, args } = launch;
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...args],
    env: chromiumEnv(launch),
    locale: 'ko-KR',
  });
};

/** Registers an account in the app, and waits until the service worker of the app is ready. */
async function addAccount(context: BrowserContext, lab: string): Promise<void> {
  const linkResponse = await fetch(`${lab}/administrator/lim/provision-link`, { method: 'POST' });
  const { link } = await linkResponse.json();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: ko['phone.register'], exact: true }).click();
  await page.getByText(ko['phone.notice.added']).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Medians in milliseconds, on a slow processor. */
export type PhoneTimes = {
  /** First load of the portal on a slow network. */
  readonly portal: number;
  /** First load of the app on a slow network. */
  readonly app: number;
  /** Time until the app shows codes, in a newly started browser without network. */
  readonly codes: number;
};

/** Measures the built app and the built portal. */
export async function measurePhone(rounds: number): Promise<PhoneTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-bench-phone-'));
  const [port, labPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const lab = labOrigin(labPort);
  const config = resolveConfig({}, 'the benchmark', { mode: 'demo', publicUrl: origin, labOrigin: lab });
  const dataDir = join(folder, 'data');
  const running = await startMunjigi({ config, port, labPort, dataDir, siteDir: SITE_DIR, fresh: false });
  const browser = await openBrowser();
  const measureFirstLoad = async (url: string, control: string): Promise<number> => {
    const context = await browser.newContext({ locale: 'ko-KR' });
    const time = await measureOpening(context, { url, control, profile: SLOW_PROFILE });
    await context.close();
    return time;
  };
  const times: Record<keyof PhoneTimes, number[]> = { portal: [], app: [], codes: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.portal.push(await measureFirstLoad(`${origin}/login`, PORTAL_FIELD));
      times.app.push(await measureFirstLoad(`${origin}${APP_PATH}`, APP_BUTTON));
    }
    const profileFolder = join(folder, 'browser');
    const browserContext = await startPersistentBrowser(profileFolder);
    await addAccount(browserContext, lab);
    await browserContext.close();
    for (let round = 0; round < rounds; round += 1) {
      const newBrowser = await startPersistentBrowser(profileFolder);
      await newBrowser.setOffline(true);
      const profile = { ...SLOW_PROFILE, network: null };
      times.codes.push(
        await measureOpening(newBrowser, { url: `${origin}${APP_PATH}`, control: APP_CODE, profile }),
      );
      await newBrowser.close();
    }
    return { portal: median(times.portal), app: median(times.app), codes: median(times.codes) };
  } finally {
    await browser.close();
    await running.close();
    await rm(folder, { recursive: true });
  }
}
