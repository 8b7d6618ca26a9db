import { expect } from '@playwright/test';
import { expensesAt } from '#tests/support/e2e/expenses.ts';
import { test } from '#tests/support/e2e/journey.ts';

/** The address of the page of a request. */
const REQUEST_PAGE_PATH = /\/redirect\?uid=[\w-]+$/;

test('the page of a request opens without a redirect, and is reopened by a reload and by the history', async ({
  page,
  person,
  personOf,
  context,
  lab,
  portal,
  language,
}) => {
  const documentPaths: string[] = [];
  context.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin === portal && response.request().isNavigationRequest()) documentPaths.push(pathname);
  });
  const { promise: released, resolve: releaseScript } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await person.startAtService();
  await expect(person.idField).toBeFocused();
  expect(documentPaths).toEqual(['/oauth2/authorize']);
  // The portal's script, which changes the address, has not run yet.
  await expect(page).toHaveURL(REQUEST_PAGE_PATH);
  const address = page.url();
  await page.reload({ waitUntil: 'commit' });
  await expect(person.idField).toBeFocused();
  expect(page.url()).toBe(address);
  releaseScript();
  await expect(page).toHaveURL('/first');
  expect(documentPaths).toEqual(['/oauth2/authorize', '/redirect']);

  await page.goBack();
  await expect(page).toHaveURL(`${lab}/service`);
  await page.goForward();
  await expect(page).toHaveURL('/first');
  await expect(person.heading('title.identity')).toBeVisible();

  const personInOtherTab = personOf(await context.newPage());
  documentPaths.splice(0);
  await expensesAt(personInOtherTab.page, language, lab).requestSignIn();
  await expect(personInOtherTab.heading('title.identity')).toBeVisible();
  await expect(personInOtherTab.page).toHaveURL('/first');
  expect(documentPaths).toEqual(['/saml/sso']);

  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('a browser without scripts is redirected to the page of the request', async ({
  browser,
  lab,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const login of ['/service/login', '/expenses/login']) {
    await page.goto(`${lab}${login}`);
    await expect(page).toHaveURL((url) => url.origin === portal && REQUEST_PAGE_PATH.test(url.href));
  }
  await context.close();
});
