import { expect } from '@playwright/test';
import { DEMO_CLIENT_ID } from '#server/config/demo.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { delayCalls, PASSKEY_SUGGESTION_CALL } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

test('a person signs in with a password and signs out again', async ({
  page,
  person,
  language,
  text,
  transitions,
}) => {
  const { serviceName, displayContent } = demoServiceIn(language);
  await person.startAtService();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page).toHaveURL('/first');
  await expect(page).toHaveTitle(tabTitle(text, 'title.identity'));
  await expect(page.getByText(text('identity.lead', { service: serviceName }))).toBeVisible();
  await expect(page.getByText(displayContent)).toBeVisible();
  await expect(person.idField).toBeFocused();

  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page).toHaveURL('/first/auth?type=pw');
  await expect(page).toHaveTitle(tabTitle(text, 'title.password'));
  await expect(page.getByText('kim', { exact: true })).toBeVisible();
  await expect(person.passwordField).toBeFocused();

  await person.enterPassword();
  await person.expectSignedIn('kim');
  expect(await person.fetchServiceSession()).toMatchObject({ claims: { sub: 'kim', amr: ['pwd'] } });
  // The transitions of the built portal are recorded. Without this record, browser tests would cover no transitions.
  expect(transitions.size).toBeGreaterThanOrEqual(25);

  await person.signOut();
  expect(await person.fetchServiceSession()).toEqual({ signedIn: false });
  await person.openIdEntry();
  await expect(person.idField).toHaveValue('');
});

test('a service on another site signs a person in and out', async ({ person, portal, foreignLab }) => {
  expect(new URL(foreignLab).hostname).not.toBe(new URL(portal).hostname);
  await person.signIn('kim', foreignLab);
  await person.signOut();
  await person.openIdEntry(foreignLab);
});

test('Enter submits the ID and the password, and the browser then stores no data of the person', async ({
  page,
  person,
  secrets,
}) => {
  await person.openIdEntry();
  await person.idField.fill('kim');
  await person.idField.press('Enter');
  secrets.push(SEED_PASSWORD);
  await person.passwordField.fill(SEED_PASSWORD);
  await person.passwordField.press('Enter');
  await person.expectSignedIn('kim');

  await page.goto('/error');
  const { session, policy } = await storedValues(page);
  expect(policy).toBeNull();
  expect(session?.person).toMatchObject({ userId: '', accessToken: '', secondToken: '' });
  expect(session?.request).toMatchObject({ clientId: DEMO_CLIENT_ID, type: 'oidc' });
});

test('a double click on Login makes one login call', async ({ page, person, calls }) => {
  await person.identify('kim');
  const loginCalls = await delayCalls(page, '/authenticate');
  await person.typePassword(SEED_PASSWORD);
  await person.button('action.login').dblclick();
  await expect(person.button('action.login')).toHaveAttribute('aria-busy', 'true');
  await person.passwordField.press('Enter');
  loginCalls.release();
  await person.expectSignedIn('kim');
  expect(await calls.matching('POST /authenticate')).toHaveLength(1);
});

test('a sign-in makes each specified call once', async ({ page, person, calls, language, portal }) => {
  await person.identify('kim');
  const { session, policy } = await storedValues(page);
  const policyId = policy?.policy.policyId;
  await person.enterPassword();
  await person.expectSignedIn('kim');

  const allCalls = await calls.all();
  const [firstLine, ...otherLines] = allCalls
    .map(({ line }) => line)
    .filter((line) => line !== PASSKEY_SUGGESTION_CALL);
  expect(firstLine).toBe('GET /summary/auth');
  // These calls may happen at any time during the login: for the service's texts, and for a password reset.
  const backgroundLines = [
    `GET /data/sso/config/${DEMO_CLIENT_ID}`,
    `GET /data/sso/setting/password-security?clientId=${DEMO_CLIENT_ID}`,
    `GET /data/sso/accounts/kim?clientId=${DEMO_CLIENT_ID}`,
  ];
  expect(otherLines.filter((line) => backgroundLines.includes(line)).toSorted()).toEqual(
    backgroundLines.toSorted(),
  );
  expect(otherLines.filter((line) => !backgroundLines.includes(line))).toEqual([
    'POST /auth/policy/check',
    'POST /authenticate',
  ]);
  for (const { headers } of allCalls) {
    expect(headers).toMatchObject({
      'x-language': language,
      cookie: expect.stringContaining('munjigi_session='),
    });
    expect(headers).not.toHaveProperty('authorization');
  }
  const [check] = await calls.matching('POST /auth/policy/check');
  expect(check?.body).toEqual({ userId: 'kim', clientId: DEMO_CLIENT_ID });
  const [login] = await calls.matching('POST /authenticate');
  expect(login?.body).toEqual({ userId: 'kim', userPassword: expect.any(String) });
  const userPassword = login?.body?.['userPassword'] ?? '';
  expect(userPassword.split('|')).toHaveLength(15);
  expect(decodeUserPassword(userPassword)).toEqual({
    secret: SEED_PASSWORD,
    clientId: DEMO_CLIENT_ID,
    accessToken: '',
    step: '1',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    policyId,
    fixed: 'N',
    alwaysSend: 'N',
    ip: session?.request.ip,
    check: '',
    redirect: session?.request.redirectUrl,
  });
  expect(session?.request.ip).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(session?.request.redirectUrl).toMatch(new RegExp(`^${portal}/oauth2/authorize/[\\w-]+$`));
  expect(await calls.ipLookUps()).toHaveLength(1);
});

test('a person chooses the password, and turns it on and off as the default method', async ({
  page,
  person,
  methods,
  text,
}) => {
  await person.openIdEntry();
  await person.enterId('lee');
  await methods.expectChooser();
  await methods.tile('password').click();
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page).toHaveURL('/first/auth?type=pw');
  await page.getByRole('checkbox', { name: text('password.always') }).check();
  await person.enterPassword();
  await person.expectSignedIn('lee');
  await person.signOut();

  await person.identify('lee');
  const alwaysUse = page.getByRole('checkbox', { name: text('password.always') });
  await expect(alwaysUse).toBeChecked();
  await page.getByRole('button', { name: text('password.other') }).click();
  await expect(page).toHaveURL('/first/select');

  await page.goto('/first/auth?type=pw');
  await alwaysUse.uncheck();
  await person.enterPassword();
  await person.expectSignedIn('lee');
  await person.signOut();
  await person.openIdEntry();
  await person.enterId('lee');
  await expect(page).toHaveURL('/first/select');
});
