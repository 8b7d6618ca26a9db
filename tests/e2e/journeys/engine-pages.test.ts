import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { SIGN_OUT_CONFIRMATION } from '#tests/support/e2e/person.ts';

const SERVICE_ORIGIN = 'https://payroll.example';

test.use({
  configFile: {
    ...TEST_CONFIG,
    clients: [
      {
        clientId: 'pay|roll',
        clientSecret: 'a-secret-of-the-payroll-service',
        redirectUris: [`${SERVICE_ORIGIN}/callback`],
        serviceName: { ko: '급여 시스템', en: 'Payroll' },
      },
    ],
  },
});

test('a service receives the response to its request as a posted form', async ({
  page,
  person,
  portal,
  calls,
  language,
}) => {
  const received = Promise.withResolvers<URLSearchParams>();
  await page.route(`${SERVICE_ORIGIN}/callback`, (route) => {
    received.resolve(new URLSearchParams(route.request().postData() ?? ''));
    return route.fulfill({ contentType: 'text/html', body: '<title>Payroll</title><h1>Payroll</h1>' });
  });
  const request = new URL(`${portal}/oauth2/authorize`);
  request.search = new URLSearchParams({
    client_id: 'pay|roll',
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid',
    redirect_uri: `${SERVICE_ORIGIN}/callback`,
    state: 'a state',
    nonce: 'a nonce',
  }).toString();
  await page.goto(request.href);
  const name = { ko: '급여 시스템', en: 'Payroll' }[language];
  await expect(page.getByText(name)).toBeVisible();
  await person.enterId('kim');
  await person.enterPassword();
  await page.waitForURL(`${SERVICE_ORIGIN}/callback`);
  await expect(page.getByRole('heading', { name: 'Payroll' })).toBeVisible();
  const form = await received.promise;
  expect(form.get('state')).toBe('a state');
  expect(form.get('code')).toMatch(/^[\w-]{20,}$/);
  const [check] = await calls.matching('POST /auth/policy/check');
  expect(check?.body).toEqual({ userId: 'kim', clientId: 'payroll' });
});

test('a sign-out that another site starts has to be confirmed', async ({
  page,
  person,
  foreignLab,
  language,
  portal,
}) => {
  await person.signIn('kim');
  await page.goto(`${foreignLab}/service`);
  const question = page.getByRole('heading', { level: 1, name: SIGN_OUT_CONFIRMATION[language] });
  const openFromService = (path: string) =>
    page.evaluate((address) => window.location.assign(address), `${portal}${path}`);
  await openFromService(`/language/${language}?back=/logout`);
  await expect(question).toBeVisible();
  await page.goto(`${foreignLab}/service`);
  await openFromService('/logout');
  await expect(question).toBeVisible();
  await page.locator('nav a[aria-current]').click();
  await expect(page).toHaveURL(/\/logout\?/);
  await expect(question).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expectAccessible(page);
  await page.getByRole('button', { name: { ko: '로그아웃', en: 'Sign out' }[language], exact: true }).click();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('the engine pages of a sign-out have the language of the browser and pass axe', async ({
  page,
  person,
  portal,
  language,
}) => {
  await person.signIn('kim');
  await page.goto(`${portal}/oauth2/end-session`);
  await expect(page.getByRole('heading', { level: 1, name: SIGN_OUT_CONFIRMATION[language] })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button').first().click();
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: { ko: '로그아웃했어요', en: 'You are signed out' }[language],
    }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(person.heading('title.identity')).toBeVisible();
});

test('a request that the engine refuses shows an error page with a link to the start page', async ({
  page,
  portal,
  language,
}) => {
  await page.goto(`${portal}/oauth2/authorize?client_id=nobody&response_type=code&scope=openid`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL('/login');
});
