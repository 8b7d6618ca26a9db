import { expect } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

test('Back, Forward and reload show the same steps, and repeat no call', async ({ page, person, calls }) => {
  await person.identify('kim');
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await expect(person.idField).toHaveValue('kim');
  await page.goForward();
  await expect(person.heading('title.password')).toBeVisible();
  expect(await calls.matching('POST')).toHaveLength(1);

  await page.reload();
  await expect(page).toHaveURL('/first/auth?type=pw');
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page.getByText('kim', { exact: true })).toBeVisible();
  await expect(person.passwordField).toHaveValue('');

  await person.button('action.previous').click();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await page.reload();
  await expect(page).toHaveURL('/first');
  await expect(person.idField).toHaveValue('kim');

  await person.button('action.next').click();
  await expect(person.heading('title.password')).toBeVisible();
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
  await page.goForward();
  await expect(person.heading('title.password')).toBeVisible();
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('after Previous, Back leaves the portal and Forward returns', async ({ page, person, lab }) => {
  await page.goto(`${lab}/service`);
  await person.identify('kim');
  await page.reload();
  await expect(person.heading('title.password')).toBeVisible();
  await person.button('action.previous').click();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await page.goForward();
  await expect(person.heading('title.password')).toBeVisible();
  await person.button('action.previous').click();
  await expect(page).toHaveURL('/first');
  await page.goBack();
  await expect(page).toHaveURL(`${lab}/service`);
});

test('changing the method twice adds one history entry', async ({ page, person, text }) => {
  await person.openIdEntry();
  await person.enterId('lee');
  for (const method of ['title.method.1', 'title.method.7'] as const) {
    await person.heading('title.chooser').waitFor();
    await page
      .getByRole('button', { name: text(method) })
      .first()
      .click();
    await expect(person.heading(method)).toBeVisible();
    await person.button('method.change').click();
    await expect(page).toHaveURL('/first/select');
  }
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
});

test('Back that is pressed while a step is being added returns to the step before', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    addEventListener('popstate', () => document.documentElement.setAttribute('data-went-back', ''));
    const push = history.pushState.bind(history);
    history.pushState = (state, unused, url) => {
      push(state, unused, url);
      if (String(url).includes('type=pw')) history.back();
    };
  });
  await person.openIdEntry();
  await person.enterId('kim');
  await expect(page.locator('html[data-went-back]')).toBeAttached();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
});

test('Back from the ID entry returns to the service, not to the redirect page', async ({
  page,
  person,
  lab,
}) => {
  await page.goto(`${lab}/service`);
  await person.openIdEntry();
  await page.goBack();
  await expect(page).toHaveURL(`${lab}/service`);
  await page.goForward();
  await expect(person.heading('title.identity')).toBeVisible();
});

test('Back from the service shows a new login, not the finished login', async ({ page, person }) => {
  await person.signIn('kim');
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await expect(person.idField).toHaveValue('');
  expect((await storedValues(page)).policy).toBeNull();
  await person.enterId('kim');
  await person.enterPassword();
  await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
  await person.button('redirect.continue').click();
  await person.expectSignedIn('kim');
});

test('the page address of a finished request shows the start page, and its resume address shows an error page', async ({
  page,
  person,
}) => {
  await person.identify('kim');
  const resumeUrl = (await storedValues(page)).session?.request.redirectUrl ?? '';
  await person.enterPassword();
  await person.expectSignedIn('kim');

  await page.goto(`/redirect?uid=${resumeUrl.split('/').at(-1)}`);
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/login');

  const response = await page.goto(resumeUrl);
  expect(response?.status()).toBe(400);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).not.toHaveURL(resumeUrl);
});

test('the session cookie changes at the sign-in, and scripts cannot read it', async ({
  page,
  person,
  context,
  portal,
}) => {
  const sessionCookie = async () =>
    (await context.cookies(portal)).find(({ name }) => name === 'munjigi_session');
  await person.identify('kim');
  const cookieBefore = await sessionCookie();
  expect(cookieBefore).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('munjigi_session');
  await person.enterPassword(SEED_PASSWORD);
  await person.expectSignedIn('kim');
  expect((await sessionCookie())?.value).not.toBe(cookieBefore?.value);
});
