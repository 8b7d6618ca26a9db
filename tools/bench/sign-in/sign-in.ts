import type { Browser, Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { type Profile, throttle } from '#tools/bench/first-load.ts';
import type { Target } from '#tools/bench/sign-in/target.ts';
import { type Traffic, watchTraffic } from '#tools/bench/sign-in/traffic.ts';
import { POLICY_CHECK_PATH } from '#wire/names.ts';

/** By protocol: the path of a service of the lab that uses the protocol. */
export const SERVICE_PATHS = { OpenID: '/service', SAML: '/expenses' } as const;
export type Protocol = keyof typeof SERVICE_PATHS;

/**
 * The screens that follow the ID; the screen of the push follows the password. For each screen: a demo account, a
 * selector of an element of the screen, and the path of the call after whose answer the screen is shown.
 */
export const NEXT_SCREENS = {
  password: { userId: 'kim', shown: 'input[type=password]', call: POLICY_CHECK_PATH },
  chooser: { userId: 'lee', shown: 'main ul button, main button[data-state]', call: POLICY_CHECK_PATH },
  code: { userId: 'jang', shown: 'input[autocomplete=one-time-code]', call: POLICY_CHECK_PATH },
  push: { userId: 'lim', shown: 'dialog[open]', call: '/mobileapp/push/' },
} as const;
export type NextScreen = keyof typeof NEXT_SCREENS;

/** A measured part of a sign-in, with its duration and network traffic. */
export type Part = Traffic & {
  readonly ms: number;
  /** Milliseconds from the answer of the call until the screen was painted; absent if the part has no call. */
  readonly paintMs?: number;
};

/** The measured parts of one sign-in. */
export type SignInParts = {
  /** From the click on the link of the service until the ID can be typed. */
  readonly typable: Part;
  /** From Enter until the next screen is painted. The ID is typed while the page is still loading. */
  readonly next: Part;
  /** From Enter of the password to the first byte of the service; null if the sign-in is not completed. */
  readonly back: Part | null;
};

/** The window of a page that reports the times of named moments. */
type ReportingWindow = Window & { mark: (name: string, at: number) => Promise<void> };

/** Reports when Enter is pressed and when an element is painted. Runs in every page before the scripts of the page. */
const reportMoments = (selectors: readonly string[]) => {
  const reportingWindow = window as unknown as ReportingWindow;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('keydown', ({ key }) => key === 'Enter' && reportingWindow.mark('enter', now()), true);
  for (const selector of selectors) {
    const check = () => {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility()) {
        requestAnimationFrame(check);
        return;
      }
      // A message is handled after the frame has been painted.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => reportingWindow.mark(selector, now());
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(check);
  }
};

/** Selector of the ID field. */
const ID_FIELD = 'input[name=username]';

/** Collects the times of the moments that the page reports; the newest time of each name is stored. */
async function recordMoments(page: Page, protocol: Protocol, next: NextScreen) {
  const moments = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  await page.exposeFunction('mark', (name: string, at: number) => {
    moments.set(name, at);
    waiting.get(name)?.();
  });
  await page.addInitScript(reportMoments, [ID_FIELD, NEXT_SCREENS[next].shown]);
  return {
    clear: (name: string) => moments.delete(name),
    /** Waits until a moment is reported; returns its time in epoch milliseconds. */
    async timeOf(name: string): Promise<number> {
      if (!moments.has(name)) await new Promise<void>((resolve) => waiting.set(name, resolve));
      const at = moments.get(name);
      if (at === undefined) throw new Error(`${protocol}: the page has not reported ${name}`);
      return at;
    },
  };
}

/** Clicks the sign-in link of the service; returns the time of the click. */
const clickSignIn = (page: Page, service: string): Promise<number> =>
  page.evaluate((address) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${address}"]`);
    if (!link) throw new Error(`The service has no link to ${address}`);
    setTimeout(() => link.click());
    return performance.timeOrigin + performance.now();
  }, `${service}/login`);

/** Opens a service in a new browser context, and starts to record. */
async function openService(
  browser: Browser,
  target: Target,
  profile: Profile,
  protocol: Protocol,
  next: NextScreen,
) {
  const context = await browser.newContext({
    locale: 'ko-KR',
    reducedMotion: 'reduce',
    // Behind nginx the portal has its own certificate.
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const service = SERVICE_PATHS[protocol];
  await page.goto(`${target.lab}${service}`);
  await throttle(cdp, profile);
  const traffic = watchTraffic(cdp);
  const moments = await recordMoments(page, protocol, next);
  const part = (from: number, until: number): Part => ({ ms: until - from, ...traffic.between(from, until) });
  return { context, page, service, traffic, moments, part };
}

/**
 * Types and submits the ID as soon as possible.
 * @returns the part from the click to the call of the policy check (null at the baseline, which makes no calls), and the
 * part from the click until the password field is painted
 */
export async function enterIdImmediately(
  browser: Browser,
  target: Target,
  profile: Profile,
): Promise<{ readonly call: Part | null; readonly shown: Part }> {
  const { context, page, service, traffic, moments, part } = await openService(
    browser,
    target,
    profile,
    'OpenID',
    'password',
  );
  try {
    const clickedAt = await clickSignIn(page, service);
    await moments.timeOf(ID_FIELD);
    await page.keyboard.type(NEXT_SCREENS.password.userId);
    await page.keyboard.press('Enter');
    const shownAt = await moments.timeOf(NEXT_SCREENS.password.shown);
    const callSentAt = traffic.startOf(POLICY_CHECK_PATH);
    return {
      call: callSentAt === null ? null : part(clickedAt, callSentAt),
      shown: part(clickedAt, shownAt),
    };
  } finally {
    await context.close();
  }
}

/** Enters the password when the page makes no requests; returns the time of Enter. */
async function enterPassword(
  page: Page,
  moments: Awaited<ReturnType<typeof recordMoments>>,
): Promise<number> {
  moments.clear('enter');
  await page.locator(NEXT_SCREENS.password.shown).fill(SEED_PASSWORD);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Enter');
  return moments.timeOf('enter');
}

/** Makes one sign-in in a new browser context. */
export async function signInOnce(
  browser: Browser,
  target: Target,
  profile: Profile,
  protocol: Protocol,
  next: NextScreen,
): Promise<SignInParts> {
  const { context, page, service, traffic, moments, part } = await openService(
    browser,
    target,
    profile,
    protocol,
    next,
  );
  try {
    const clickedAt = await clickSignIn(page, service);
    const typable = await moments.timeOf(ID_FIELD);
    await page.keyboard.type(NEXT_SCREENS[next].userId);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Enter');
    const idEnteredAt = await moments.timeOf('enter');
    const enteredAt = next === 'push' ? await enterPassword(page, moments) : idEnteredAt;
    const shownAt = await moments.timeOf(NEXT_SCREENS[next].shown);
    const answeredAt = traffic.endOf(NEXT_SCREENS[next].call);
    const parts = {
      typable: part(clickedAt, typable),
      next: { ...part(enteredAt, shownAt), ...(answeredAt !== null && { paintMs: shownAt - answeredAt }) },
    };
    if (next !== 'password') return { ...parts, back: null };

    const passwordEnteredAt = await enterPassword(page, moments);
    await page.waitForURL(`${target.lab}${service}**`, { waitUntil: 'commit' });
    const firstByteAt = await page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return performance.timeOrigin + (document?.responseStart ?? 0);
    });
    return { ...parts, back: part(passwordEnteredAt, firstByteAt) };
  } finally {
    await context.close();
  }
}
