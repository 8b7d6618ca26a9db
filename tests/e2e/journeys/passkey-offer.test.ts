import { expect } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { type Authenticator, addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { test as base } from '#tests/support/e2e/journey.ts';

/** A test with a separate server, at which `kim` and `song` may also sign in with a passkey and are offered a passkey. */
const test = base.extend<{ readonly authenticator: Authenticator }>({
  configFile: {
    policies: [
      {
        id: 'either',
        users: ['kim', 'song'],
        authType: 'otp',
        methods: ['pw', 'fido2Token'],
        selfAuth: ['sms'],
        offerPasskey: true,
      },
    ],
  },
  authenticator: async ({ page, lab }, use) => use(await addAuthenticator(page, lab)),
});

test('a person creates an offered passkey after a sign-in by password, and signs in with the passkey', async ({
  person,
  page,
  methods,
  authenticator,
  calls,
}) => {
  await authenticator.disableSuggestions();
  await methods.reachChooser('kim');
  await methods.tile('password').click();
  await person.passwordField.fill(SEED_PASSWORD);
  await person.button('action.login').click();
  await expect(person.button('offerPasskey.create')).toBeVisible();
  await expect(person.heading('title.offerPasskey')).toBeVisible();
  await expectAccessible(page);
  await person.button('offerPasskey.create').click();
  await person.expectSignedIn('kim');
  expect(await authenticator.credentials()).toHaveLength(1);
  await person.signOut();

  await methods.reach('kim', 'passkey');
  await person.button('passkey.button').click();
  await person.expectSignedIn('kim');
  expect(await calls.matching('POST /data/portal/passkey-offer/finish')).toHaveLength(1);
});

test('a browser creates a passkey after a sign-in by password without a question, and the person signs in with the passkey', async ({
  person,
  methods,
  authenticator,
  calls,
}) => {
  await authenticator.disableSuggestions();
  await authenticator.simulateConditionalCreate();
  await methods.reachChooser('kim');
  await methods.tile('password').click();
  await person.passwordField.fill(SEED_PASSWORD);
  await person.button('action.login').click();
  await person.expectSignedIn('kim');
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await calls.matching('POST /data/portal/passkey-offer/finish')).toHaveLength(1);
  await person.signOut();

  await authenticator.setUnverified(false);
  await methods.reach('kim', 'passkey');
  await person.button('passkey.button').click();
  await person.expectSignedIn('kim');
});

test('a declined passkey offer is not repeated', async ({ person, page, methods, authenticator, text }) => {
  await authenticator.disableSuggestions();
  await authenticator.setVerified(false);
  const signIn = async () => {
    await methods.reachChooser('song');
    await methods.tile('password').click();
    await person.passwordField.fill(SEED_PASSWORD);
    await person.button('action.login').click();
  };
  await signIn();
  await person.button('offerPasskey.create').click();
  await expect(page.getByText(text('offerPasskey.cancelled'))).toBeVisible();
  await person.button('offerPasskey.never').click();
  await person.expectSignedIn('song');
  await person.signOut();
  await signIn();
  await person.expectSignedIn('song');
});
