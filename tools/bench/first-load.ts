import type { Browser, CDPSession } from '@playwright/test';
import type { ServedPage } from '#tools/bench/pages.ts';
import { POLICY_CHECK_PATH } from '#wire/names.ts';

/** Device and network throttling. */
export type Profile = {
  readonly name: string;
  readonly cpuSlowdown: number;
  readonly network: { readonly latency: number; readonly kilobitsPerSecond: number } | null;
};

export const PROFILES: readonly Profile[] = [
  { name: 'unthrottled', cpuSlowdown: 1, network: null },
  { name: '4x CPU + slow 4G', cpuSlowdown: 4, network: { latency: 150, kilobitsPerSecond: 1600 } },
];

/** A requested file. */
export type RequestedFile = { readonly url: string; readonly type: string; readonly bytes: number };

/** One page load in a new browser context. Times in milliseconds since its start. */
export type PageLoad = {
  /** When the field can be typed into. */
  readonly typable: number;
  /**
   * When the form reacts to Enter. At the portal: when the call for an ID is sent that was submitted at once.
   * Elsewhere: when the form is hydrated.
   */
  readonly responsive: number;
  /** When React has hydrated the form. */
  readonly hydrated: number;
  /** Total duration of the tasks of 50 ms and more that began before `typable`. */
  readonly longTasks: number;
  readonly requestedBeforeTypable: readonly RequestedFile[];
};

type MeasuredWindow = Window & {
  /** Resolves when the field is painted. */
  typable: Promise<number>;
  /** Resolves when React has hydrated the form; immediately for a form without React. */
  hydrated: Promise<number>;
  tasks: PerformanceEntry[];
};

/** Runs in the page before the scripts of the page. */
const recordTimes = () => {
  const page = window as unknown as MeasuredWindow;
  page.tasks = [];
  new PerformanceObserver((list) => page.tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  const paintedWhen = (isReady: () => boolean) =>
    new Promise<number>((resolve) => {
      const check = () => {
        if (!isReady()) {
          requestAnimationFrame(check);
          return;
        }
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now());
        painted.port2.postMessage(null);
      };
      requestAnimationFrame(check);
    });
  const findField = () => document.querySelector('input:not([type=hidden]):not([disabled])');
  const isReact = () => document.getElementById('root') !== null;
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  page.typable = paintedWhen(() => findField() !== null);
  page.hydrated = paintedWhen(() => {
    const field = findField();
    return field !== null && (!isReact() || isHydrated(field));
  });
};

/** Reads the measured times. */
const readTimes = async () => {
  const page = window as unknown as MeasuredWindow;
  const typable = await page.typable;
  const hydrated = await page.hydrated;
  const before = page.tasks.filter((task) => task.startTime < typable);
  return {
    typable,
    hydrated,
    longTasks: before.reduce((sum, task) => sum + task.duration, 0),
    startedAt: performance.timeOrigin,
  };
};

export const throttle = async (cdp: CDPSession, { cpuSlowdown, network }: Profile) => {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (!network) return;
  const bytesPerSecond = (network.kilobitsPerSecond * 1000) / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
};

/** Records each request with its time, type and received bytes. */
const recordRequests = (cdp: CDPSession) => {
  const requests = new Map<string, RequestedFile & { readonly at: number }>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    requests.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0, at: wallTime * 1000 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) requests.set(requestId, { ...request, bytes: encodedDataLength });
  });
  return {
    before: (time: number): RequestedFile[] => [...requests.values()].filter(({ at }) => at < time),
    startOf: (path: string): number | undefined =>
      [...requests.values()].find(({ url }) => new URL(url).pathname === path)?.at,
  };
};

/** A known ID for the portal's form. */
const ID = 'kim';

/** Opens the page in a fresh browser context; at the portal an ID is submitted as soon as possible. */
export const measurePageLoad = async (
  browser: Browser,
  { url, name }: Pick<ServedPage, 'url' | 'name'>,
  profile: Profile,
): Promise<PageLoad> => {
  const context = await browser.newContext({ locale: 'ko-KR' });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await throttle(cdp, profile);
    await page.addInitScript(recordTimes);
    const network = recordRequests(cdp);
    await page.goto(url, { waitUntil: 'commit' });
    await page.evaluate(() => (window as unknown as MeasuredWindow).typable);
    if (name === 'portal') {
      await page.keyboard.type(ID);
      await page.keyboard.press('Enter');
    }
    await page.waitForLoadState('networkidle');
    const { typable, hydrated, longTasks, startedAt } = await page.evaluate(readTimes);
    const callSentAt = network.startOf(POLICY_CHECK_PATH);
    const responsive = callSentAt === undefined ? hydrated : callSentAt - startedAt;
    return {
      typable,
      responsive,
      hydrated,
      longTasks,
      requestedBeforeTypable: network.before(startedAt + typable),
    };
  } finally {
    await context.close();
  }
};
