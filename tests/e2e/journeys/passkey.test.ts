import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { type Authenticator, addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

/** A test with a separate server, at which tests create passkeys for `lee` and `oh`. */
const test = base.extend<{ readonly authenticator: Authenticator }>({
  configFile: { ...TEST_CONFIG },
  authenticator: async ({ page, lab }, use) => use(await addAuthenticator(page, lab)),
});

test('a person signs in with a passkey, and the assertion is valid once', async ({
  page,
  person,
  methods,
  authenticator,
  calls,
  language,
}) => {
  await authenticator.createPasskey('lee');
  await authenticator.setPresence(false);
  await methods.reach('lee', 'passkey');
  await expect(methods.alwaysUse).toBeVisible();
  await expect(methods.alwaysSend).toBeDisabled();
  await authenticator.setPresence(true);
  await person.button('passkey.button').click();
  await person.expectSignedIn('lee');
  expect((await calls.matching('POST /auth/login/oidc')).map(({ body }) => body)).toEqual([
    { clientId: 'demo-oidc', userId: 'lee', type: '12', fidoStatus: 'start' },
  ]);

  const [login] = await calls.matching('POST /authenticate');
  const secondResponse = await page.request.post('/authenticate', {
    headers: { 'X-Language': language },
    data: login?.body ?? {},
  });
  expect([secondResponse.status(), (await secondResponse.json()).errCode]).toEqual([400, '005_2']);
});

test('a person signs in with a passkey that the ID field suggests', async ({
  person,
  authenticator,
  page,
}) => {
  await authenticator.createPasskey('lee');
  await person.requestSignIn();
  await expect(person.idField.or(page.getByRole('heading', { level: 1 })).first()).toBeVisible();
  await person.expectSignedIn('lee');
});

test('a passkey that a person always uses is requested immediately', async ({
  person,
  methods,
  authenticator,
  page,
  calls,
  text,
}) => {
  await authenticator.createPasskey('oh');
  await authenticator.setVerified(false);
  await person.openIdEntry();
  await person.enterId('oh');
  await methods.expectAt('12');
  await expect(page.getByText(text('passkey.cancelled'))).toBeVisible();
  await expect(person.dialog).toHaveCount(0);
  expect(await calls.matching('POST /auth/login/oidc')).toHaveLength(1);
  expect(await calls.matching('POST /authenticate')).toHaveLength(0);
  await authenticator.setVerified(true);
  await person.button('passkey.button').click();
  await person.expectSignedIn('oh');
  await person.signOut();

  await page.route('**/auth/login/fido', (route) => route.abort());
  await person.openIdEntry();
  await person.enterId('oh');
  await person.expectSignedIn('oh');
  const logins = await calls.matching('POST /authenticate');
  expect(decodeUserPassword(logins.at(-1)?.body?.['userPassword'] ?? '')).toMatchObject({
    fixed: 'Y',
    alwaysSend: 'Y',
  });
});

test('leaving the passkey screen cancels the request for the passkey', async ({
  page,
  person,
  methods,
  authenticator,
  calls,
}) => {
  await authenticator.createPasskey('lee');
  await authenticator.setPresence(false);
  await methods.reach('lee', 'passkey');
  await person.button('passkey.button').click();
  await expect(person.button('passkey.button')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(async () => (await calls.matching('POST /auth/login/oidc')).length).toBe(1);
  await methods.changeMethod.click();
  await methods.expectChooser();
  await authenticator.setPresence(true);
  await methods.choose('passkey');
  await expect(person.button('passkey.button')).toBeEnabled();
  expect(await calls.matching('POST /authenticate')).toEqual([]);
  await expect(page).toHaveURL('/first/auth?type=12');
});

test('in a browser without WebAuthn, the ID entry and the tile say that passkeys are missing', async ({
  page,
  person,
  methods,
  text,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
  await person.openIdEntry();
  await expect(page.getByRole('radio', { name: text('identity.modePasskey') })).toBeDisabled();
  await expect(page.getByText(text('passkey.missing'))).toBeVisible();
  await person.enterId('lee');
  await methods.expectChooser();
  await expect(methods.tile('passkey')).toHaveAccessibleDescription(text('passkey.missing'));
});
