import { expect } from '@playwright/test';
import { DEPARTURE_GRACE } from '#machines/departure/departure.machine.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { ConfigFile } from '#tests/support/e2e/site.ts';
import type { WriteText } from '#tests/support/e2e/texts.ts';
import { holdWaits } from '#tests/support/e2e/waits.ts';

/** What a screen is opened with. */
export type Stage = {
  readonly person: Person;
  readonly text: WriteText;
  /** Origin of the lab. */
  readonly lab: string;
};

type Open = (stage: Stage) => Promise<void>;

const notice =
  (address: string): Open =>
  async ({ person: { page } }) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
  };

/** Signed in already, and the count never ends. */
const comeAgain = async ({ person, lab }: Stage): Promise<void> => {
  await person.signIn('kim');
  await holdWaits(person.page);
  await person.page.goto(`${lab}/service/login`);
  await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
};

/** The browser asks for the service, which gives no page. */
const leave = async ({ person, text }: Stage): Promise<void> => {
  await person.page.route(/\/oauth2\/authorize\/[\w-]+/, (route) => route.fulfill({ status: 204 }));
  await person.enterPassword();
  await expect(person.page.getByText(text('departure.leavingHint'))).toBeVisible();
};

/** Every screen and dialog that is built, each opened in a browser that is signed in nowhere. */
export const SCREENS: Readonly<Record<string, Open>> = {
  identity: ({ person }) => person.askToSignIn(),

  'identity, empty': async ({ person, text }) => {
    await person.askToSignIn();
    await person.button('action.next').click();
    await expect(person.page.getByRole('alert').filter({ hasText: text('info.enter.id') })).toBeVisible();
  },

  'identity, unknown': async ({ person, text }) => {
    await person.askToSignIn();
    await person.enterId('nobody');
    await expect(person.page.getByText(text('error.auth_error_000'))).toBeVisible();
  },

  'identity, service unknown': async ({ person, text }) => {
    await person.page.route('**/data/sso/config/*', (route) => route.fulfill({ body: 'nonsense' }));
    await person.askToSignIn();
    await expect(person.page.getByText(text('identity.serviceUnknown'))).toBeVisible();
  },

  password: ({ person }) => person.identify('kim'),

  'password, gate': ({ person }) => person.identify('gate'),

  'password, other methods': async ({ person, text }) => {
    await person.askToSignIn();
    await person.enterId('lee');
    await expect(person.heading('notice.notFound')).toBeVisible();
    await person.page.goto('/first/auth?type=pw');
    await expect(person.page.getByText(text('password.other'))).toBeVisible();
  },

  'password, empty': async ({ person, text }) => {
    await person.identify('kim');
    await person.button('action.login').click();
    await expect(person.page.getByRole('alert').filter({ hasText: text('info.enter.pw') })).toBeVisible();
  },

  'password, busy': async ({ person, text }) => {
    await person.identify('kim');
    await person.page.route('**/authenticate', () => undefined);
    await person.enterPassword();
    await expect(person.page.getByText(text('password.checking'))).toBeAttached();
  },

  'password, dialog': async ({ person }) => {
    await person.identify('yun');
    await person.enterPassword('not-the-password');
    await expect(person.dialog).toBeVisible();
  },

  'password, policy changed': async ({ person, text }) => {
    await person.identify('kim');
    await person.page.route('**/authenticate', (route) =>
      route.fulfill({ status: 400, json: { status: 400, errCode: '016', message: '' } }),
    );
    await person.enterPassword();
    await expect(person.page.getByText(text('remark.policyChanged'))).toBeVisible();
  },

  offline: async ({ person, text }) => {
    await person.identify('kim');
    await person.page.context().setOffline(true);
    await expect(person.page.getByText(text('offline.lost'))).toBeVisible();
  },

  'redirect, waiting': async ({ person }) => {
    await person.page.route('**/summary/auth', () => undefined);
    await person.startAtService();
    await expect(person.heading('redirect.summarizing')).toBeVisible();
  },

  'redirect, unanswered': async ({ person }) => {
    await person.page.route('**/summary/auth', (route) => route.fulfill({ status: 502, body: '' }));
    await person.startAtService();
    await expect(person.heading('redirect.unanswered')).toBeVisible();
  },

  'redirect, counting': comeAgain,

  'redirect, stayed': async (stage) => {
    await comeAgain(stage);
    await stage.person.button('redirect.stay').click();
    await expect(stage.person.button('redirect.switch')).toBeVisible();
  },

  departure: async (stage) => {
    await holdWaits(stage.person.page);
    await stage.person.identify('kim');
    await leave(stage);
  },

  'departure, stuck': async (stage) => {
    const { person } = stage;
    await person.page.clock.install();
    await person.identify('kim');
    await person.page.clock.pauseAt(Date.now() + 500);
    await leave(stage);
    await person.page.clock.runFor(DEPARTURE_GRACE);
    await expect(person.heading('departure.stuck')).toBeVisible();
    await person.page.clock.resume();
  },

  'departure, not loaded': async ({ person }) => {
    await person.page.route(/\/assets\/departure/, (route) => route.abort());
    await person.identify('kim');
    await person.enterPassword();
    await expect(person.heading('loading.failed')).toBeVisible();
  },

  'error, invalid access': notice('/error?reason=invalidAccess'),
  'error, no such user': notice('/error?reason=notExists'),
  'error, unauthorized': notice('/error?reason=unauthorized'),
  'error, not found': notice('/error'),
};

/** A portal with no service to sign in to when none has asked. */
export const NO_DEFAULT_SERVICE: ConfigFile = { ...TEST_CONFIG, defaultClient: undefined };

/** What such a portal shows first. */
export const START_SCREENS: Readonly<Record<string, Open>> = {
  'service list': async ({ person }) => {
    await person.page.goto('/');
    await expect(person.heading('identity.startTitle')).toBeVisible();
  },
};
