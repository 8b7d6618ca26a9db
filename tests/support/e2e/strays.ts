import type { Page } from '@playwright/test';

/** Collects what a page asks of other origins than these, opens beside itself, or says in a dialog of its own. */
export function watchStrays(page: Page, origins: readonly string[]): readonly string[] {
  const strays: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) strays.push(href);
  });
  page.on('popup', (popup) => strays.push(popup.url()));
  page.on('dialog', async (dialog) => {
    strays.push(dialog.message());
    await dialog.dismiss();
  });
  return strays;
}
