import { expect } from '@playwright/test';
import { TEXTS as EXPENSES_TEXTS } from '#lab/expenses/texts.ts';
import { EXPLANATIONS } from '#server/http/engine-pages/explanation.ts';
import { SIGNED_OUT_TEXTS } from '#server/http/engine-pages/signed-out.ts';
import { SUBMISSION_TITLE } from '#server/http/engine-pages/submission.ts';
import { SIGN_OUT_TEXTS } from '#server/protocols/saml/sign-out-pages.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { expensesAt } from '#tests/support/e2e/expenses.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

const EXPENSES_PATH = '/expenses';

// A separate server, whose clock no other test advances, since node-saml uses the clock of the computer.
test.use({
  configFile: {
    ...TEST_CONFIG,
    policies: [
      { id: 'workspace', users: ['sent'], clients: ['demo-oidc'], authType: 'other', methods: ['pw'] },
      { id: 'expenses', users: ['sent'], clients: ['demo-saml'], authType: 'other', methods: ['pw', 'sms'] },
      { id: 'one-step', users: ['hong'], clients: ['demo-oidc'], authType: 'other', methods: ['pw'] },
      {
        id: 'two-steps',
        users: ['hong'],
        clients: ['demo-saml'],
        ...twoSteps({ pw: 1, yubikey: 2, hwOtp: 3 }),
      },
    ],
  },
});

const expectCountdown = (person: Person) =>
  expect(person.heading('redirect.authenticatedTitle')).toBeVisible();

test('one sign-in is enough for a SAML service and an OpenID service', async ({
  page,
  person,
  lab,
  language,
  calls,
}) => {
  const expenses = expensesAt(page, language, lab);
  await expenses.requestSignIn();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await person.enterId('kim');
  await person.enterPassword();
  await expenses.expectSignedIn('kim');
  const [check] = await calls.matching('POST /auth/policy/check');
  expect(check?.body).toEqual({ userId: 'kim', clientId: 'demo-saml' });
  const [login] = await calls.matching('POST /authenticate');
  expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({
    clientId: 'demo-saml',
    type: 'saml',
  });

  await person.requestSignIn();
  await expectCountdown(person);
  await person.button('redirect.continue').click();
  await person.expectSignedIn('kim');

  await expenses.open();
  await expenses.signOut();
  await page.request.delete(`${lab}/service/session`);
  await person.openIdEntry();
});

test('a SAML service on another site signs a person in and out with posted forms', async ({
  page,
  person,
  portal,
  foreignLab,
  language,
}) => {
  expect(new URL(foreignLab).hostname).not.toBe(new URL(portal).hostname);
  const expenses = expensesAt(page, language, foreignLab);
  await person.signIn('kim');
  await expenses.requestSignIn('?binding=post');
  await expectCountdown(person);
  await person.button('redirect.continue').click();
  await expenses.expectSignedIn('kim');
  await expenses.signOut();
  await expect(page).toHaveURL(`${foreignLab}${EXPENSES_PATH}?state=signed-out`);
  await expenses.requestSignIn('?binding=post');
  await expect(person.heading('title.identity')).toBeVisible();
});

test('ForceAuthn requires the password again, and the page says why', async ({
  page,
  person,
  lab,
  language,
  text,
}) => {
  const expenses = expensesAt(page, language, lab);
  await person.signIn('kim');
  await expenses.requestSignIn('?force=1');
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(text('identity.askedRenew'))).toBeVisible();
  await expect(person.idField).toHaveValue('kim');
  await person.button('action.next').click();
  await person.enterPassword();
  await expenses.expectSignedIn('kim');
});

test('the pages of the SAML engine have the language of the browser and pass axe', async ({
  page,
  portal,
  language,
}) => {
  for (const [path, name] of [
    ['/saml/continue/nothing', 'ended'],
    ['/saml/sso?SAMLRequest=bm90aGluZw', 'refused'],
  ] as const) {
    await page.goto(`${portal}${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(
      page.getByRole('heading', { level: 1, name: EXPLANATIONS[name].title[language] }),
    ).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL('/login');
  for (const path of ['/saml/nothing', '/oauth2/nothing']) {
    await page.goto(`${portal}${path}`);
    await expect(page).toHaveURL('/error');
  }
});

test('a failed return to a SAML service can be repeated, and a sign-out can be continued without a service that does not answer', async ({
  page,
  person,
  portal,
  lab,
  language,
}) => {
  const expenses = expensesAt(page, language, lab);
  await expenses.open();
  await expectAccessible(page);
  await expenses.requestSignIn();
  await person.enterId('kim');
  await page.route('**/expenses/acs', (route) => route.abort('aborted'));
  await person.enterPassword();
  await expect(
    page.getByRole('heading', { level: 1, name: SUBMISSION_TITLE[language], exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/expenses/acs');
  await page.getByRole('button').click();
  await expenses.expectSignedIn('kim');
  await expectAccessible(page);

  await page.route('**/expenses/slo?**', (route) => route.abort('aborted'));
  const failedLogout = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/expenses/slo?'),
  );
  await page.goto(`${portal}/logout`, { waitUntil: 'commit' });
  await failedLogout;
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(SIGN_OUT_TEXTS.notifying[language]);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(SIGN_OUT_TEXTS.unconfirmedHint[language])).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: SIGN_OUT_TEXTS.skip[language] }).click();
  await expect(heading).toHaveText(SIGNED_OUT_TEXTS.done[language]);
  await expect(page.getByRole('listitem')).toHaveText([
    { ko: '한빛 경비 관리', en: 'Hanbit Expenses' }[language],
  ]);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(person.heading('title.identity')).toBeVisible();
});

test('two people who sign in in two tabs return to their own services', async ({
  person,
  personOf,
  context,
  lab,
  language,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.openIdEntry();
  await personInOtherTab.page.goto(`${lab}/expenses`);
  await personInOtherTab.page.getByRole('link', { name: EXPENSES_TEXTS.signIn[language] }).click();
  await expect(personInOtherTab.heading('title.identity')).toBeVisible();

  await person.page.reload();
  await person.enterId('kim');
  await personInOtherTab.enterId('yun');
  await person.enterPassword();
  await person.expectSignedIn('kim');
  await personInOtherTab.enterPassword();
  await expect(personInOtherTab.page).toHaveURL(`${lab}/expenses`);
  const session = await (await personInOtherTab.page.request.get(`${lab}/expenses/session`)).json();
  expect(session).toMatchObject({ signedIn: true, nameId: 'yun' });
  expect(await person.fetchServiceSession()).toMatchObject({ signedIn: true, claims: { sub: 'kim' } });
});
