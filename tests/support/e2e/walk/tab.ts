import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '#tests/support/e2e/site.ts';

/** Sets the clock of the page ahead, as after a sleep of the device: timers have not run meanwhile. Runs on the page. */
function setClockAhead(aheadMs: number): void {
  const page = window as unknown as { clockAheadMs?: number };
  const isReplaced = page.clockAheadMs !== undefined;
  page.clockAheadMs = aheadMs;
  if (isReplaced) return;
  const now = Date.now.bind(Date);
  Date.now = () => now() + (page.clockAheadMs ?? 0);
  window.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget) as object,
  });
}

/** Returns a function that lets the device sleep: the clocks of the device and the server advance, and nothing else happens. */
export function createSleep(context: BrowserContext, site: Site) {
  let aheadMs = 0;
  return async (ms: number): Promise<void> => {
    aheadMs += ms;
    site.advance(ms);
    await context.addInitScript(setClockAhead, aheadMs);
    await Promise.all(context.pages().map((page) => page.evaluate(setClockAhead, aheadMs)));
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
  firstPage: Page,
  prepare: (page: Page) => Promise<unknown>,
): Tabs {
  let shownPage = firstPage;
  const switchWhenClosed = (page: Page) =>
    page.on('close', () => {
      if (shownPage === page) shownPage = context.pages().find((each) => !each.isClosed()) ?? firstPage;
    });
  switchWhenClosed(firstPage);
  context.on('page', (page) => {
    shownPage = page;
    switchWhenClosed(page);
  });
  return {
    current: () => shownPage,
    async open() {
      shownPage = await context.newPage();
      await prepare(shownPage);
      return shownPage;
    },
    async show(page) {
      shownPage = page;
      await page.bringToFront();
    },
  };
}
