import type { Page } from '@playwright/test';

export const SUMMARY = '/summary/auth';

/** The portal's call for the request that a person came with, be it for one by its id or for the newest. */
export const isSummaryCall = (url: URL): boolean => url.pathname === SUMMARY;

/** Has the server's summary tell this way back, until another one is asked for. */
export async function answerSummary(page: Page, redirectUrl: string): Promise<void> {
  await page.unroute(isSummaryCall);
  await page.route(isSummaryCall, (route) =>
    route.fulfill({
      json: {
        status: 200,
        clientId: 'x',
        userId: 'kim',
        redirectUrl,
        isAlreadyAuth: true,
        scopes: ['openid'],
      },
    }),
  );
}
