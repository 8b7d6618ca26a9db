import type { Browser, Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { type Profile, throttle } from '#tools/bench/first-load.ts';
import type { Target } from '#tools/bench/sign-in/target.ts';
import { type Traffic, watchTraffic } from '#tools/bench/sign-in/traffic.ts';
import { POLICY_CHECK_PATH } from '#wire/names.ts';

/** The path of the lab's service of each protocol. */
export const PROTOCOLS = { OpenID: '/service', SAML: '/expenses' } as const;
export type Protocol = keyof typeof PROTOCOLS;

/**
 * The screens after the ID, or for a push after the password: a person who gets the screen, a selector of the screen,
 * and the call that it waits for.
 */
export const NEXT_SCREENS = {
  password: { userId: 'kim', shown: 'input[type=password]', call: POLICY_CHECK_PATH },
  chooser: { userId: 'lee', shown: 'main ul button, main button[data-state]', call: POLICY_CHECK_PATH },
  code: { userId: 'jang', shown: 'input[autocomplete=one-time-code]', call: POLICY_CHECK_PATH },
  push: { userId: 'lim', shown: 'dialog[open]', call: '/mobileapp/push/' },
} as const;
export type NextScreen = keyof typeof NEXT_SCREENS;

/** A measured part of a sign-in with its network traffic. */
export type Part = Traffic & {
  readonly ms: number;
  /** Milliseconds from the awaited answer until the screen was painted; absent for a screen that awaits none. */
  readonly paintMs?: number;
};

export type SignInParts = {
  readonly typable: Part;
  /** The next screen, for a person who types while the page is loading. */
  readonly next: Part;
  /** From the last Enter to the first byte of the service; null for a walk that ends before. */
  readonly back: Part | null;
};

type Marks = Window & { mark: (name: string, at: number) => Promise<void> };

/** Runs in every page before the scripts of the page: reports when Enter is pressed and when an element is painted. */
const reportMarks = (selectors: readonly string[]) => {
  const page = window as unknown as Marks;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('keydown', ({ key }) => key === 'Enter' && page.mark('enter', now()), true);
  for (const selector of selectors) {
    const check = () => {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility()) {
        requestAnimationFrame(check);
        return;
      }
      const painted = new MessageChannel();
      painted.port1.onmessage = () => page.mark(selector, now());
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(check);
  }
};

const FIELD = 'input[name=username]';

/** Collects the marks that the page reports; a newer mark replaces an older one of the same name. */
async function marksOf(page: Page, protocol: Protocol, next: NextScreen) {
  const marks = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  await page.exposeFunction('mark', (name: string, at: number) => {
    marks.set(name, at);
    waiting.get(name)?.();
  });
  await page.addInitScript(reportMarks, [FIELD, NEXT_SCREENS[next].shown]);
  return {
    clear: (name: string) => marks.delete(name),
    async of(name: string): Promise<number> {
      if (!marks.has(name)) await new Promise<void>((resolve) => waiting.set(name, resolve));
      const at = marks.get(name);
      if (at === undefined) throw new Error(`${protocol}: there is no mark ${name}`);
      return at;
    },
  };
}

/** Clicks the sign-in link of the service; returns the time. */
const clickSignIn = (page: Page, service: string): Promise<number> =>
  page.evaluate((address) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${address}"]`);
    if (!link) throw new Error(`The service has no link to ${address}`);
    setTimeout(() => link.click());
    return performance.timeOrigin + performance.now();
  }, `${service}/login`);

/** A new browser at a service, before the sign-in starts. */
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
  const service = PROTOCOLS[protocol];
  await page.goto(`${target.lab}${service}`);
  await throttle(cdp, profile);
  const traffic = watchTraffic(cdp);
  const marks = await marksOf(page, protocol, next);
  const part = (from: number, until: number): Part => ({ ms: until - from, ...traffic.between(from, until) });
  return { context, page, service, traffic, marks, part };
}

/**
 * Types and submits the ID as soon as possible; measures from the click to the policy check, which the baseline does
 * not have, and to the password field.
 */
export async function enterIdImmediately(
  browser: Browser,
  target: Target,
  profile: Profile,
): Promise<{ readonly call: Part | null; readonly shown: Part }> {
  const { context, page, service, traffic, marks, part } = await openService(
    browser,
    target,
    profile,
    'OpenID',
    'password',
  );
  try {
    const clickedAt = await clickSignIn(page, service);
    await marks.of(FIELD);
    await page.keyboard.type(NEXT_SCREENS.password.userId);
    await page.keyboard.press('Enter');
    const shownAt = await marks.of(NEXT_SCREENS.password.shown);
    const callSentAt = traffic.startOf(POLICY_CHECK_PATH);
    return {
      call: callSentAt === null ? null : part(clickedAt, callSentAt),
      shown: part(clickedAt, shownAt),
    };
  } finally {
    await context.close();
  }
}

/** Enters the password when the page is idle; returns the time. */
async function enterPassword(page: Page, marks: Awaited<ReturnType<typeof marksOf>>): Promise<number> {
  marks.clear('enter');
  await page.locator(NEXT_SCREENS.password.shown).fill(SEED_PASSWORD);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Enter');
  return marks.of('enter');
}

/** Walks through a sign-in once in a new browser. */
export async function signInOnce(
  browser: Browser,
  target: Target,
  profile: Profile,
  protocol: Protocol,
  next: NextScreen,
): Promise<SignInParts> {
  const { context, page, service, traffic, marks, part } = await openService(
    browser,
    target,
    profile,
    protocol,
    next,
  );
  try {
    const clickedAt = await clickSignIn(page, service);
    const typable = await marks.of(FIELD);
    await page.keyboard.type(NEXT_SCREENS[next].userId);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Enter');
    const idEnteredAt = await marks.of('enter');
    const enteredAt = next === 'push' ? await enterPassword(page, marks) : idEnteredAt;
    const shownAt = await marks.of(NEXT_SCREENS[next].shown);
    const answeredAt = traffic.endOf(NEXT_SCREENS[next].call);
    const parts = {
      typable: part(clickedAt, typable),
      next: { ...part(enteredAt, shownAt), ...(answeredAt !== null && { paintMs: shownAt - answeredAt }) },
    };
    if (next !== 'password') return { ...parts, back: null };

    const passwordEnteredAt = await enterPassword(page, marks);
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
