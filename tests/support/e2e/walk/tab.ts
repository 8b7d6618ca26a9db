import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '#tests/support/e2e/site.ts';

/** Advances the clock of the page as while a device sleeps: timers do not run meanwhile. Runs on the page. */
function moveClock(ahead: number): void {
  const page = window as unknown as { clockAhead?: number };
  const isMoved = page.clockAhead !== undefined;
  page.clockAhead = ahead;
  if (isMoved) return;
  const now = Date.now.bind(Date);
  Date.now = () => now() + (page.clockAhead ?? 0);
  window.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget) as object,
  });
}

/** Returns a function that lets the device sleep: its clock and the server's advance, and nothing else happens. */
export function sleeperOf(context: BrowserContext, site: Site) {
  let aheadMs = 0;
  return async (ms: number): Promise<void> => {
    aheadMs += ms;
    site.advance(ms);
    await context.addInitScript(moveClock, aheadMs);
    await Promise.all(context.pages().map((page) => page.evaluate(moveClock, aheadMs)));
  };
}

/** The tabs of a browser, one of which is shown. */
export type Tabs = {
  readonly current: () => Page;
  readonly open: () => Promise<Page>;
  readonly show: (page: Page) => Promise<void>;
};

/** The tabs of a context; a tab that a page opens is shown immediately, as in browsers. */
export function tabsOf(
  context: BrowserContext,
  first: Page,
  prepare: (page: Page) => Promise<unknown>,
): Tabs {
  let shown = first;
  const switchWhenClosed = (page: Page) =>
    page.on('close', () => {
      if (shown === page) shown = context.pages().find((each) => !each.isClosed()) ?? first;
    });
  switchWhenClosed(first);
  context.on('page', (page) => {
    shown = page;
    switchWhenClosed(page);
  });
  return {
    current: () => shown,
    async open() {
      shown = await context.newPage();
      await prepare(shown);
      return shown;
    },
    async show(page) {
      shown = page;
      await page.bringToFront();
    },
  };
}
