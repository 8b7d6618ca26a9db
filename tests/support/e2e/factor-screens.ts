import { expect, type Page } from '@playwright/test';
import { PUSH_LIFETIME } from '#machines/push/push.setup.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import { type OpenScreen, onMethods, type ScreenFixtures } from '#tests/support/e2e/open-screen.ts';
import { qrScreenOf } from '#tests/support/e2e/qr.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';

const PUSH_ID = '7QK2MZ4RXWB9TD3F';
const PHONE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 17; SM-S948N) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';

/** Gives the documents that the page opens next the user agent of a phone. */
async function emulatePhone(page: Page): Promise<void> {
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  }, PHONE_USER_AGENT);
}

/** Removes WebAuthn from the documents that the page opens next. */
async function removeWebAuthn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
}

/** Answers the calls of a push so that the push stays pending. A real push would block the next push of the account. */
export async function mockPendingPush(page: Page, userId = 'lim'): Promise<void> {
  await page.route(`**/mobileapp/push/${userId}?*`, (route) =>
    route.fulfill({ json: { status: 200, pushId: PUSH_ID, period: PUSH_LIFETIME / 1000 } }),
  );
  await page.route(`**/mobileapp/push/${PUSH_ID}?*`, (route) => route.fulfill({ json: { status: 200 } }));
  await mockPolls(page, 'X');
}

/** Answers every poll of a push with a state (`check`). */
async function mockPolls(page: Page, check: string): Promise<void> {
  await page.route('**/mobileapp/push/check/*', (route) => route.fulfill({ json: { status: 200, check } }));
}

async function requestPush(methods: MethodScreens, { person, text }: ScreenFixtures): Promise<void> {
  await mockPendingPush(person.page);
  await methods.reach('lim', 'push');
  await person.button('push.request').click();
  await expect(person.page.getByRole('dialog', { name: text('push.title') })).toBeVisible();
}

/** Opens a screen with the page object of the QR login. */
const onQrScreen =
  (open: (screen: ReturnType<typeof qrScreenOf>, fixtures: ScreenFixtures) => Promise<void>): OpenScreen =>
  (fixtures) =>
    open(qrScreenOf(fixtures.person, fixtures.text), fixtures);

/** Changes the service's data so that the service offers only passkeys. */
async function offerPasskeysOnly(page: Page): Promise<void> {
  await page.route('**/data/sso/config/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), idOtp: '0' } });
  });
}

const choosePasskey = async ({ person, text }: ScreenFixtures): Promise<void> => {
  await person.openIdEntry();
  await person.page.getByRole('radio', { name: text('identity.modePasskey') }).check();
};

/** Opens the passkey screen of a person who has a passkey and does not touch the authenticator. */
async function reachPasskey(
  methods: MethodScreens,
  { person: { page }, lab }: ScreenFixtures,
): Promise<void> {
  const authenticator = await addAuthenticator(page, lab);
  await authenticator.createPasskey('lee');
  await authenticator.setPresence(false);
  await methods.reach('lee', 'passkey');
}

/** The screens and dialogs of push, QR login and passkey, and the ID entry with the controls of passkeys. */
export const FACTOR_SCREENS: Readonly<Record<string, OpenScreen>> = {
  'identity, passkey': choosePasskey,

  'identity, passkey refused': async (fixtures) => {
    const { person, text } = fixtures;
    await choosePasskey(fixtures);
    await person.page.route('**/auth/login/fido', (route) => route.fulfill({ status: 503 }));
    await person.button('passkey.button').click();
    const message = text('info.failure.trouble');
    await expect(person.page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  },

  'identity, passkeys only': async ({ person }) => {
    await offerPasskeysOnly(person.page);
    await person.openIdEntry();
    await expect(person.button('passkey.button')).toBeVisible();
  },

  'identity, passkeys only, in a browser without passkeys': async ({ person, text }) => {
    await offerPasskeysOnly(person.page);
    await removeWebAuthn(person.page);
    await person.openIdEntry();
    await expect(person.page.getByText(text('passkey.missing'))).toBeVisible();
  },

  'identity, in a browser without passkeys': async ({ person, text }) => {
    await removeWebAuthn(person.page);
    await person.openIdEntry();
    await expect(person.page.getByText(text('passkey.missing'))).toBeVisible();
  },

  push: onMethods((methods) => methods.reach('lim', 'push')),

  'push, phone': onMethods(async (methods, { person: { page } }) => {
    await emulatePhone(page);
    await methods.reach('lim', 'push');
  }),

  'push, waiting': onMethods(requestPush),

  'push, waiting on a phone': onMethods(async (methods, fixtures) => {
    await emulatePhone(fixtures.person.page);
    await requestPush(methods, fixtures);
    await expect(
      fixtures.person.page.getByRole('link', { name: fixtures.text('push.openApp') }),
    ).toBeVisible();
  }),

  'push, without a connection': onMethods(async (methods, fixtures) => {
    const { page } = fixtures.person;
    await requestPush(methods, fixtures);
    await page.route('**/mobileapp/push/check/*', (route) => route.fulfill({ status: 503 }));
    await expect(page.getByText(fixtures.text('push.cutOff'))).toBeVisible();
  }),

  'push, cancelled': onMethods(async (methods, fixtures) => {
    await requestPush(methods, fixtures);
    await fixtures.person.button('push.cancel').click();
    await expect(fixtures.person.page.getByText(fixtures.text('push.cancelled'))).toBeVisible();
  }),

  'push, expired': onMethods(async (methods, fixtures) => {
    const { page } = fixtures.person;
    await page.clock.install();
    await requestPush(methods, fixtures);
    await page.clock.fastForward(PUSH_LIFETIME);
    await expect(page.getByText(fixtures.text('error.auth_error_010_3', { way: 'push' }))).toBeVisible();
  }),

  'push, declined': onMethods(async (methods, fixtures) => {
    const { page } = fixtures.person;
    await page.route('**/authenticate', (route) =>
      route.fulfill({ status: 400, json: { status: 400, errCode: '010_1', message: '' } }),
    );
    await requestPush(methods, fixtures);
    await mockPolls(page, 'O');
    await expect(fixtures.person.dialog).toContainText(
      fixtures.text('error.auth_error_010_1', { way: 'push' }),
    );
  }),

  qr: onQrScreen((screen) => screen.open()),

  'qr, phone': onQrScreen(async (screen, { person: { page }, text }) => {
    await emulatePhone(page);
    await screen.open();
    await expect(page.getByRole('link', { name: text('qr.openApp') })).toBeVisible();
  }),

  'qr, after an ID was entered': onMethods(async (methods, fixtures) => {
    await methods.reachChooser('lim');
    await fixtures.person.page.goto('/first/auth?type=11');
    await qrScreenOf(fixtures.person, fixtures.text).expectShown();
  }),

  'qr, loading': onQrScreen(async (_, { person, text }) => {
    await person.page.route('**/mobileapp/qr?*', () => undefined);
    await person.openIdEntry();
    await person.button('identity.qr').click();
    await expect(person.page.getByText(text('qr.drawing'))).toBeVisible();
  }),

  'qr, expired': onQrScreen(async (screen, { person: { page } }) => {
    await page.clock.install();
    await screen.open();
    await page.clock.fastForward(QR_LIFETIME);
    await expect(screen.renewButton).toBeVisible();
  }),

  'qr, declined': onQrScreen(async (screen, { person }) => {
    await person.page.route('**/mobileapp/qr/check/*', (route) =>
      route.fulfill({ status: 400, json: { status: 400, errCode: '010_1', message: '' } }),
    );
    await person.openIdEntry();
    await person.button('identity.qr').click();
    await expect(person.dialog).toBeVisible();
    await expect(screen.picture).toHaveCount(0);
  }),

  passkey: onMethods(reachPasskey),

  'passkey, being requested': onMethods(async (methods, fixtures) => {
    const { person } = fixtures;
    await reachPasskey(methods, fixtures);
    await person.page.route('**/auth/login/oidc', () => undefined);
    await person.button('passkey.button').click();
    await expect(person.button('passkey.button')).toHaveAttribute('aria-busy', 'true');
  }),

  'passkey, dialog': onMethods(async (methods, fixtures) => {
    const { person } = fixtures;
    await reachPasskey(methods, fixtures);
    await person.page.route('**/auth/login/oidc', (route) => route.fulfill({ status: 503 }));
    await person.button('passkey.button').click();
    await expect(person.dialog).toBeVisible();
  }),

  'passkey, cancelled': onMethods(async (methods, { person, text, lab }) => {
    await (await addAuthenticator(person.page, lab)).createPasskey('oh');
    await person.page.addInitScript(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    });
    await person.openIdEntry();
    await person.enterId('oh');
    await methods.expectAt('12');
    await expect(person.page.getByText(text('passkey.cancelled'))).toBeVisible();
  }),
};
