import type { Page } from '@playwright/test';

/** Collects a page's requests to other origins than the allowed origins, its pop-ups and its browser dialogs. */
export function watchForeignActivity(page: Page, allowedOrigins: readonly string[]): readonly string[] {
  const activity: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !allowedOrigins.includes(origin)) activity.push(href);
  });
  page.on('popup', (popup) => activity.push(popup.url()));
  page.on('dialog', async (dialog) => {
    activity.push(dialog.message());
    await dialog.dismiss();
  });
  return activity;
}
