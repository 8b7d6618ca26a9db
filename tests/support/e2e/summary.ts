import type { Page } from '@playwright/test';

export const SUMMARY = '/summary/auth';

/** The page's call for the summary of its request, with or without the id of the request. */
export const isSummaryCall = (url: URL): boolean => url.pathname === SUMMARY;

/** Answers the summary call with this `redirectUrl`, until it is called again with another one. */
export async function mockSummary(page: Page, redirectUrl: string): Promise<void> {
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
