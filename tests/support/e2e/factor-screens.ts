import { expect, type Page } from '@playwright/test';
import { PUSH_LIFETIME } from '#machines/push/push.setup.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import { passkeysOf } from '#tests/support/e2e/passkeys.ts';
import { qrScreenOf } from '#tests/support/e2e/qr.ts';
import { type Open, onMethods, type Stage } from '#tests/support/e2e/stage.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';

const PUSH_ID = '7QK2MZ4RXWB9TD3F';
const PHONE =
  'Mozilla/5.0 (Linux; Android 17; SM-S948N) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';

/** The documents that the page opens next believe that they are on a phone. */
async function onPhone(page: Page): Promise<void> {
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  }, PHONE);
}

/** The documents that the page opens next have no WebAuthn. */
async function withoutPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });
}

/** Every push is sent and waits; nobody answers, so that no account is kept from the next. */
export async function sendPushes(page: Page, userId = 'lim'): Promise<void> {
  await page.route(`**/mobileapp/push/${userId}?*`, (route) =>
    route.fulfill({ json: { status: 200, pushId: PUSH_ID, period: PUSH_LIFETIME / 1000 } }),
  );
  await page.route(`**/mobileapp/push/${PUSH_ID}?*`, (route) => route.fulfill({ json: { status: 200 } }));
  await answerLooks(page, 'X');
}

async function answerLooks(page: Page, check: string): Promise<void> {
  await page.route('**/mobileapp/push/check/*', (route) => route.fulfill({ json: { status: 200, check } }));
}

async function requestPush(methods: MethodScreens, { person, text }: Stage): Promise<void> {
  await sendPushes(person.page);
  await methods.reach('lim', 'push');
  await person.button('push.request').click();
  await expect(person.page.getByRole('dialog', { name: text('push.title') })).toBeVisible();
}

const onQr =
  (show: (screen: ReturnType<typeof qrScreenOf>, stage: Stage) => Promise<void>): Open =>
  (stage) =>
    show(qrScreenOf(stage.person, stage.text), stage);

/** The service offers passkeys and nothing else. */
async function offerPasskeysOnly(page: Page): Promise<void> {
  await page.route('**/data/sso/config/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), idOtp: '0' } });
  });
}

const choosePasskey = async ({ person, text }: Stage): Promise<void> => {
  await person.askToSignIn();
  await person.page.getByRole('radio', { name: text('identity.modePasskey') }).check();
};

/** To the screen of a person who has a passkey, but does not touch it. */
async function reachPasskey(methods: MethodScreens, { person: { page }, lab }: Stage): Promise<void> {
  const passkeys = await passkeysOf(page, lab);
  await passkeys.make('lee');
  await passkeys.answers(false);
  await methods.reach('lee', 'passkey');
}

/** The screens and dialogs of push, QR and passkey, and the ID entry with their controls. */
export const FACTOR_SCREENS: Readonly<Record<string, Open>> = {
  'identity, passkey': choosePasskey,

  'identity, passkey refused': async (stage) => {
    const { person, text } = stage;
    await choosePasskey(stage);
    await person.page.route('**/auth/login/fido', (route) => route.fulfill({ status: 503 }));
    await person.button('passkey.button').click();
    const message = text('info.failure.trouble');
    await expect(person.page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  },

  'identity, passkeys only': async ({ person }) => {
    await offerPasskeysOnly(person.page);
    await person.askToSignIn();
    await expect(person.button('passkey.button')).toBeVisible();
  },

  'identity, passkeys only and none here': async ({ person, text }) => {
    await offerPasskeysOnly(person.page);
    await withoutPasskeys(person.page);
    await person.askToSignIn();
    await expect(person.page.getByText(text('passkey.missing'))).toBeVisible();
  },

  'identity, no passkeys here': async ({ person, text }) => {
    await withoutPasskeys(person.page);
    await person.askToSignIn();
    await expect(person.page.getByText(text('passkey.missing'))).toBeVisible();
  },

  push: onMethods((methods) => methods.reach('lim', 'push')),

  'push, phone': onMethods(async (methods, { person: { page } }) => {
    await onPhone(page);
    await methods.reach('lim', 'push');
  }),

  'push, waiting': onMethods(requestPush),

  'push, waiting on a phone': onMethods(async (methods, stage) => {
    await onPhone(stage.person.page);
    await requestPush(methods, stage);
    await expect(stage.person.page.getByRole('link', { name: stage.text('push.openApp') })).toBeVisible();
  }),

  'push, cut off': onMethods(async (methods, stage) => {
    const { page } = stage.person;
    await requestPush(methods, stage);
    await page.route('**/mobileapp/push/check/*', (route) => route.fulfill({ status: 503 }));
    await expect(page.getByText(stage.text('push.cutOff'))).toBeVisible();
  }),

  'push, cancelled': onMethods(async (methods, stage) => {
    await requestPush(methods, stage);
    await stage.person.button('push.cancel').click();
    await expect(stage.person.page.getByText(stage.text('push.cancelled'))).toBeVisible();
  }),

  'push, expired': onMethods(async (methods, stage) => {
    const { page } = stage.person;
    await page.clock.install();
    await requestPush(methods, stage);
    await page.clock.fastForward(PUSH_LIFETIME);
    await expect(page.getByText(stage.text('error.auth_error_010_3', { way: 'push' }))).toBeVisible();
  }),

  'push, declined': onMethods(async (methods, stage) => {
    const { page } = stage.person;
    await page.route('**/authenticate', (route) =>
      route.fulfill({ status: 400, json: { status: 400, errCode: '010_1', message: '' } }),
    );
    await requestPush(methods, stage);
    await answerLooks(page, 'O');
    await expect(stage.person.dialog).toContainText(stage.text('error.auth_error_010_1', { way: 'push' }));
  }),

  qr: onQr((screen) => screen.open()),

  'qr, phone': onQr(async (screen, { person: { page }, text }) => {
    await onPhone(page);
    await screen.open();
    await expect(page.getByRole('link', { name: text('qr.openApp') })).toBeVisible();
  }),

  'qr, known person': onMethods(async (methods, stage) => {
    await methods.reachChooser('lim');
    await stage.person.page.goto('/first/auth?type=11');
    await qrScreenOf(stage.person, stage.text).expectShown();
  }),

  'qr, drawing': onQr(async (_, { person, text }) => {
    await person.page.route('**/mobileapp/qr?*', () => undefined);
    await person.askToSignIn();
    await person.button('identity.qr').click();
    await expect(person.page.getByText(text('qr.drawing'))).toBeVisible();
  }),

  'qr, expired': onQr(async (screen, { person: { page } }) => {
    await page.clock.install();
    await screen.open();
    await page.clock.fastForward(QR_LIFETIME);
    await expect(screen.again).toBeVisible();
  }),

  'qr, declined': onQr(async (screen, { person }) => {
    await person.page.route('**/mobileapp/qr/check/*', (route) =>
      route.fulfill({ status: 400, json: { status: 400, errCode: '010_1', message: '' } }),
    );
    await person.askToSignIn();
    await person.button('identity.qr').click();
    await expect(person.dialog).toBeVisible();
    await expect(screen.picture).toHaveCount(0);
  }),

  passkey: onMethods(reachPasskey),

  'passkey, asking': onMethods(async (methods, stage) => {
    const { person } = stage;
    await reachPasskey(methods, stage);
    await person.page.route('**/auth/login/oidc', () => undefined);
    await person.button('passkey.button').click();
    await expect(person.button('passkey.button')).toHaveAttribute('aria-busy', 'true');
  }),

  'passkey, dialog': onMethods(async (methods, stage) => {
    const { person } = stage;
    await reachPasskey(methods, stage);
    await person.page.route('**/auth/login/oidc', (route) => route.fulfill({ status: 503 }));
    await person.button('passkey.button').click();
    await expect(person.dialog).toBeVisible();
  }),

  'passkey, cancelled': onMethods(async (methods, { person, text, lab }) => {
    await (await passkeysOf(person.page, lab)).make('oh');
    await person.page.addInitScript(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    });
    await person.askToSignIn();
    await person.enterId('oh');
    await methods.expectAt('12');
    await expect(person.page.getByText(text('passkey.cancelled'))).toBeVisible();
  }),
};
