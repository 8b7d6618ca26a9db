import type { Page } from '@playwright/test';

/** The path of the call for the summary of a request. */
export const SUMMARY_PATH = '/summary/auth';

/** Whether an address belongs to the page's call for the summary of a request. */
export const isSummaryCall = (url: URL): boolean => url.pathname === SUMMARY_PATH;

/** Answers the summary call with this `redirectUrl`. A later call of this function replaces the answer. */
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
