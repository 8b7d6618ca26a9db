import type { Browser, CDPSession } from '@playwright/test';
import type { ServedPage } from '#tools/bench/pages.ts';
import { POLICY_CHECK_PATH } from '#wire/names.ts';

/** How the processor and the network of a browser are throttled. */
export type Profile = {
  readonly name: string;
  /** Factor by which the processor is slower. */
  readonly cpuSlowdown: number;
  /** The simulated network, with the latency in milliseconds; null for the real network. */
  readonly network: { readonly latency: number; readonly kilobitsPerSecond: number } | null;
};

export const PROFILES: readonly Profile[] = [
  { name: 'unthrottled', cpuSlowdown: 1, network: null },
  { name: '4x CPU + slow 4G', cpuSlowdown: 4, network: { latency: 150, kilobitsPerSecond: 1600 } },
];

/** A file that a page has requested, with the received bytes. */
export type RequestedFile = { readonly url: string; readonly type: string; readonly bytes: number };

/** One page load in a new browser context. Times are in milliseconds since the start of the load. */
export type PageLoad = {
  /** When the ID field is painted, so that a person can type into it. */
  readonly typable: number;
  /**
   * When the form reacts to Enter. At the portal: when the call for an ID is sent that was submitted at once.
   * Elsewhere: when the form is hydrated.
   */
  readonly responsive: number;
  /** When React has hydrated the form. */
  readonly hydrated: number;
  /** Total duration of the tasks of at least 50 ms that began before `typable`. */
  readonly longTasks: number;
  readonly requestedBeforeTypable: readonly RequestedFile[];
};

/** The window of a measured page, with the results of {@link recordTimes}. */
type MeasuredWindow = Window & {
  /** The time when the ID field was painted. */
  typable: Promise<number>;
  /** The time when React has hydrated the form; for a form without React, the time when the field was painted. */
  hydrated: Promise<number>;
  /** The tasks of at least 50 ms. */
  longTasks: PerformanceEntry[];
};

/** Records the times of a page. Runs in the page before the scripts of the page. */
const recordTimes = () => {
  const measuredWindow = window as unknown as MeasuredWindow;
  measuredWindow.longTasks = [];
  new PerformanceObserver((list) => measuredWindow.longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
  });
  const paintedWhen = (isReady: () => boolean) =>
    new Promise<number>((resolve) => {
      const check = () => {
        if (!isReady()) {
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
  const findField = () => document.querySelector('input:not([type=hidden]):not([disabled])');
  const usesReact = () => document.getElementById('root') !== null;
  // React sets properties whose names start with __reactProps on elements that it has hydrated.
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  measuredWindow.typable = paintedWhen(() => findField() !== null);
  measuredWindow.hydrated = paintedWhen(() => {
    const field = findField();
    return field !== null && (!usesReact() || isHydrated(field));
  });
};

/** Returns the recorded times. Runs in the page. */
const readTimes = async () => {
  const measuredWindow = window as unknown as MeasuredWindow;
  const typable = await measuredWindow.typable;
  const hydrated = await measuredWindow.hydrated;
  const tasksBeforeTypable = measuredWindow.longTasks.filter((task) => task.startTime < typable);
  return {
    typable,
    hydrated,
    longTasks: tasksBeforeTypable.reduce((sum, task) => sum + task.duration, 0),
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

/** Records the requests of a page. Times are in epoch milliseconds. */
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

/** The user ID of a demo account. */
const USER_ID = 'kim';

/** Measures the load of a page in a new browser context. At the portal, an ID is submitted as soon as possible. */
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
      await page.keyboard.type(USER_ID);
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
