import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PEOPLE } from '#tests/foreign/people.ts';
import { startForeignServer } from '#tests/foreign/server.ts';
import { type MethodScreens, methodScreensOf } from '#tests/support/e2e/methods.ts';
import { type Person, personAt } from '#tests/support/e2e/person.ts';
import { test as base } from '#tests/support/e2e.ts';

type ForeignServer = Awaited<ReturnType<typeof startForeignServer>>;

/** The test of the built portal with a foreign server: another implementation of the calls in the specification. */
const test = base.extend<{ person: Person; methods: MethodScreens }, { foreignServer: ForeignServer }>({
  foreignServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off this pattern.
    async ({}, use) => {
      const foreignServer = await startForeignServer(join(import.meta.dirname, '..', '..', '..', 'dist'));
      await use(foreignServer);
      foreignServer.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ foreignServer }, use) => use(foreignServer.origin),
  person: async ({ page, language, text, lab }, use) =>
    use(personAt(page, { language, text, lab, onPasswordTyped: () => undefined })),
  methods: async ({ person, text }, use) => use(methodScreensOf(person, text)),
});

/** Opens the page of a request, and enters an ID. */
const openAndEnterId = async (person: Person, userId: string): Promise<void> => {
  await person.page.goto('/redirect');
  await expect(person.heading('title.identity')).toBeVisible();
  await person.enterId(userId);
};

const expectSignedIn = (page: Page, userId: string) =>
  expect(page.getByRole('heading', { name: `Hello ${userId}` })).toBeVisible();

test('a person signs in at a foreign server with a password, after a wrong password', async ({
  page,
  person,
}) => {
  await openAndEnterId(person, 'ann');
  await person.enterPassword('wrong');
  await expect(person.dialog).toBeVisible();
  await person.button('action.ok').click();
  await person.enterPassword(PEOPLE['ann']?.password);
  await expectSignedIn(page, 'ann');
});

test('a person signs in at a foreign server with an SMS code', async ({
  page,
  person,
  methods,
  foreignServer,
}) => {
  await openAndEnterId(person, 'bob');
  await methods.expectChooser();
  await methods.choose('sms');
  await methods.sendCode();
  await methods.enterCode(foreignServer.lastCode());
  await expectSignedIn(page, 'bob');
});

test('a person signs in at a foreign server with a push that shows no groups of characters', async ({
  page,
  person,
  methods,
  text,
  foreignServer,
}) => {
  await openAndEnterId(person, 'bob');
  await methods.expectChooser();
  await methods.choose('push');
  await person.button('push.request').click();
  await expect(page.getByRole('dialog', { name: text('push.title') })).toBeVisible();
  foreignServer.approve('bob');
  await expectSignedIn(page, 'bob');
});

test('a person signs in at a foreign server with a QR code, without an ID', async ({
  page,
  person,
  foreignServer,
}) => {
  await page.goto('/redirect');
  await person.button('identity.qr').click();
  await expect(page.locator('canvas')).toBeVisible();
  foreignServer.approve('bob');
  await expectSignedIn(page, 'bob');
});

test('a person signs in at a foreign server with a passkey', async ({
  page,
  person,
  methods,
  foreignServer,
}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  foreignServer.addPasskey(
    id.toString('base64url'),
    'bob',
    publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: id.toString('base64'),
      isResidentCredential: false,
      rpId: 'localhost',
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      signCount: 1,
    },
  });
  await openAndEnterId(person, 'bob');
  await methods.expectChooser();
  await methods.choose('passkey');
  await person.button('passkey.button').click();
  await expectSignedIn(page, 'bob');
});

test('a person takes two steps at a foreign server, and the second step shows all tokens', async ({
  page,
  person,
  methods,
  text,
  foreignServer,
}) => {
  await openAndEnterId(person, 'cat');
  await methods.expectChooser();
  await methods.tile('password').click();
  await expect(person.heading('title.password')).toBeVisible();
  await person.enterPassword(PEOPLE['cat']?.password);
  await expect(page).toHaveURL('/second');
  await methods.expectSent();
  await expect(page.getByRole('button', { name: text('title.method.-1') })).toBeVisible();
  await methods.enterCode(foreignServer.lastCode());
  await expectSignedIn(page, 'cat');
});
