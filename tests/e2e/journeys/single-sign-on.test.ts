import { expect, type Page } from '@playwright/test';
import { TEXTS as SERVICE_TEXTS, SIGN_IN_LINKS } from '#lab/service/texts.ts';
import { delayCalls } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn, type Person } from '#tests/support/e2e/person.ts';
import { isSummaryCall, mockSummary, SUMMARY_PATH } from '#tests/support/e2e/summary.ts';
import type { Language } from '#tests/support/e2e/texts.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';
import { pauseClock, suspendTimers } from '#tests/support/e2e/timers.ts';

/** The service's sign-in link with this query. */
const signInLink = (page: Page, query: string, language: Language) => {
  const link = SIGN_IN_LINKS.find((each) => each.query === query);
  if (!link) throw new Error(`The service offers no sign-in with "${query}"`);
  return page.getByRole('link', { name: link.title[language] });
};

const expectCountdown = (person: Person) =>
  expect(person.heading('redirect.authenticatedTitle')).toBeVisible();

test('an existing login returns to the service after three seconds', async ({
  page,
  person,
  language,
  text,
  calls,
}) => {
  await person.signIn('kim');
  await page.clock.install();
  const summaryCalls = await delayCalls(page, SUMMARY_PATH);
  await signInLink(page, '', language).click();
  await expect(person.heading('redirect.summarizing')).toBeVisible();
  await expect(page).toHaveTitle(tabTitle(text, 'redirect.summarizing'));
  await pauseClock(page);
  summaryCalls.release();
  await expectCountdown(person);
  await expect(page.getByText(text('redirect.account', { userId: 'kim' }))).toBeVisible();
  for (const seconds of [3, 2, 1]) {
    await expect(page.getByRole('timer')).toHaveText(text('redirect.countdown', { seconds }));
    await page.clock.runFor(1000);
  }
  await person.expectSignedIn('kim');
  const lastResumeUrl = calls
    .requestedAddresses()
    .findLast((address) => address.includes('/oauth2/authorize/'));
  expect(new URL(lastResumeUrl ?? '').searchParams.get('noReauth')).toBe('Y');
});

test('a person with an existing login can continue the request with another account', async ({
  page,
  person,
  language,
}) => {
  await person.signIn('kim');
  await suspendTimers(page);
  await signInLink(page, '', language).click();
  await person.button('redirect.stay').click();
  await person.button('redirect.switch').click();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await expect(person.idField).toHaveValue('');
  await person.enterId('yun');
  await person.enterPassword();
  await person.expectSignedIn('yun');
});

test('a stopped countdown remains stopped after a reload', async ({ page, person, language, text }) => {
  await person.signIn('kim');
  await suspendTimers(page);
  await signInLink(page, '', language).click();
  await person.button('redirect.stay').click();
  await page.reload();
  await expectCountdown(person);
  await expect(page.getByText(text('redirect.stayed'))).toBeVisible();
  await person.button('redirect.continue').click();
  await person.expectSignedIn('kim');
});

test('a request without a return address shows an error page with links to the services', async ({
  page,
  person,
  language,
}) => {
  await mockSummary(page, '');
  await page.goto('/redirect');
  await expect(page).toHaveURL('/error?reason=noRedirectUrl');
  await expect(person.heading('notice.notFound')).toBeVisible();
  await page.unroute(isSummaryCall);
  await page.getByRole('link', { name: demoServiceIn(language).serviceName, exact: true }).click();
  await expect(person.heading('title.identity')).toBeVisible();
});

const HOSTILE_ADDRESSES = ['javascript:alert(1)', 'https://kim@evil.example/', '//evil.example/'];

test('a request with a hostile return address shows the error page', async ({ page, person }) => {
  for (const redirectUrl of HOSTILE_ADDRESSES) {
    await test.step(redirectUrl, async () => {
      await mockSummary(page, redirectUrl);
      await page.goto('/redirect');
      await person.button('redirect.continue').click();
      await expect(page).toHaveURL('/error?reason=invalidAccess');
      await expect(person.heading('notice.invalidAccess')).toBeVisible();
    });
  }
});

test.describe('a request of a service', () => {
  test('with prompt=none signs in only a person with a session, without a page', async ({
    page,
    person,
    language,
    lab,
    calls,
  }) => {
    await page.goto(`${lab}/service`);
    await signInLink(page, '?prompt=none', language).click();
    await expect(page.getByRole('heading', { level: 1, name: SERVICE_TEXTS.failed[language] })).toBeVisible();
    await expect(page.getByText('login_required')).toBeAttached();

    await person.signIn('kim');
    const summaryCount = (await calls.matching('GET /summary/auth')).length;
    await signInLink(page, '?prompt=none', language).click();
    await person.expectSignedIn('kim');
    expect(await calls.matching('GET /summary/auth')).toHaveLength(summaryCount);
  });

  test('with prompt=login or max_age=0 requires another login', async ({ page, person, language }) => {
    await person.signIn('kim');
    for (const query of ['?prompt=login', '?max_age=0']) {
      await signInLink(page, query, language).click();
      await expect(person.heading('title.identity')).toBeVisible();
      await person.enterId('kim');
      await person.enterPassword();
      await person.expectSignedIn('kim');
    }
  });

  test('with max_age=60 does not require a password after a recent login', async ({
    page,
    person,
    language,
  }) => {
    await person.signIn('kim');
    await signInLink(page, '?max_age=60', language).click();
    await expectCountdown(person);
    await person.button('redirect.continue').click();
    await person.expectSignedIn('kim');
  });

  test('with login_hint fills in the ID, which can be changed', async ({ page, person, lab }) => {
    await page.goto(`${lab}/service/login?login_hint=kim`);
    await expect(person.idField).toHaveValue('kim');
    await person.enterId('yun');
    await person.enterPassword();
    await person.expectSignedIn('yun');
  });
});
