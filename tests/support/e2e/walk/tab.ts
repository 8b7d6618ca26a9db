import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from '#tests/support/e2e/site.ts';

/** Runs on the page: what a device does to its clock while it sleeps; what measures time stands still. */
function moveClock(ahead: number): void {
  const page = window as unknown as { clockAhead?: number };
  const isMoved = page.clockAhead !== undefined;
  page.clockAhead = ahead;
  if (isMoved) return;
  const now = Date.now.bind(Date);
  Date.now = () => now() + (page.clockAhead ?? 0);
  window.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [Date.now()], made) as object,
  });
}

/** Lets a device sleep: its clock and the server's go on, and nothing else does. */
export function sleeper(context: BrowserContext, site: Site) {
  let ahead = 0;
  return async (ms: number): Promise<void> => {
    ahead += ms;
    site.advance(ms);
    await context.addInitScript(moveClock, ahead);
    await Promise.all(context.pages().map((page) => page.evaluate(moveClock, ahead)));
  };
}

/** The tabs of a browser, of which one is before the person. */
export type Tabs = {
  readonly now: () => Page;
  readonly open: () => Promise<Page>;
  readonly show: (page: Page) => Promise<void>;
};

/** The tabs of a browser; one that a page opens is shown at once, as browsers do. */
export function tabsOf(context: BrowserContext, first: Page, ready: (page: Page) => Promise<unknown>): Tabs {
  let shown = first;
  const leaveWhenClosed = (page: Page) =>
    page.on('close', () => {
      if (shown === page) shown = context.pages().find((each) => !each.isClosed()) ?? first;
    });
  leaveWhenClosed(first);
  context.on('page', (page) => {
    shown = page;
    leaveWhenClosed(page);
  });
  return {
    now: () => shown,
    async open() {
      shown = await context.newPage();
      await ready(shown);
      return shown;
    },
    async show(page) {
      shown = page;
      await page.bringToFront();
    },
  };
}
