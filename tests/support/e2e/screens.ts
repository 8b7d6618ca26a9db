import { expect, type Page } from '@playwright/test';
import { RETURN_GRACE } from '#machines/return-to-service/return-to-service.machine.ts';
import { CODE_LIFETIME, CODE_WARNING } from '#machines/sent-code/sent-code.setup.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { FACTOR_SCREENS, mockPendingPush } from '#tests/support/e2e/factor-screens.ts';
import { breakCallAt } from '#tests/support/e2e/faults.ts';
import { FLOW_SCREENS } from '#tests/support/e2e/flow-screens.ts';
import { type OpenScreen, onMethods, type ScreenFixtures } from '#tests/support/e2e/open-screen.ts';
import { SCREENS_AROUND_SIGN_IN } from '#tests/support/e2e/screens-around-sign-in.ts';
import { type SecondStepScreen, secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import type { ConfigFile } from '#tests/support/e2e/site.ts';
import { isSummaryCall } from '#tests/support/e2e/summary.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';
import { suspendTimers } from '#tests/support/e2e/timers.ts';

const openErrorPage =
  (address: string): OpenScreen =>
  async ({ person: { page } }) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
  };

/** Opens the page of an existing login, with a countdown that never ends. */
const openExistingLogin = async ({ person, lab }: ScreenFixtures): Promise<void> => {
  await person.signIn('kim');
  await suspendTimers(person.page);
  await person.page.goto(`${lab}/service/login`);
  await expect(person.heading('redirect.authenticatedTitle')).toBeVisible();
};

/** Submits the password. The answer of the return address has no page, so that the portal's page remains. */
const signInAndRemain = async ({ person, text }: ScreenFixtures): Promise<void> => {
  await person.page.route(/\/oauth2\/authorize\/[\w-]+/, (route) => route.fulfill({ status: 204 }));
  await person.enterPassword();
  await expect(person.page.getByText(text('return.leavingHint'))).toBeVisible();
};

/** Opens a screen at the second step of a person who has all five slots. */
const onSecondStep =
  (open: (secondStep: SecondStepScreen, page: Page) => Promise<void>): OpenScreen =>
  async ({ person, text }) => {
    const secondStep = secondStepScreenOf(person, text);
    await secondStep.reach('park');
    await open(secondStep, person.page);
  };

const openChooser = (userId: string): OpenScreen => onMethods((methods) => methods.reachChooser(userId));

const openLicenceDialog = (userId: string): OpenScreen =>
  onMethods(async (methods, { person: { page }, text }) => {
    await methods.reachChooser(userId);
    await methods.tile('mobileOtp').click();
    await expect(page.getByRole('dialog', { name: text('chooser.licenseTitle') })).toBeVisible();
  });

/** Opens the SMS screen as it is some milliseconds after a code was sent, with this text. */
const openSmsAfter = (ms: number, textKey: TextKey): OpenScreen =>
  onMethods(async (methods, { person: { page }, text }) => {
    await page.clock.install();
    await methods.reach('sent', 'sms');
    await methods.sendCode();
    await page.clock.fastForward(ms);
    await expect(page.getByText(text(textKey))).toBeVisible();
  });

/** Every screen and dialog, each opened in a browser without a session. */
export const SCREENS: Readonly<Record<string, OpenScreen>> = {
  identity: ({ person }) => person.openIdEntry(),

  'identity, empty': async ({ person, text }) => {
    await person.openIdEntry();
    await person.button('action.next').click();
    await expect(person.page.getByRole('alert').filter({ hasText: text('info.enter.id') })).toBeVisible();
  },

  'identity, unknown': async ({ person, text }) => {
    await person.openIdEntry();
    await person.enterId('nobody');
    await expect(person.page.getByText(text('error.auth_error_000'))).toBeVisible();
  },

  'identity, service unknown': async ({ person, text, lab }) => {
    await breakCallAt(lab, { method: 'GET', path: '/data/sso/config/*', status: 200, raw: 'nonsense' });
    await person.openIdEntry();
    await expect(person.page.getByText(text('identity.serviceUnknown'))).toBeVisible();
  },

  password: ({ person }) => person.identify('kim'),

  'password, gate': ({ person }) => person.identify('gate'),

  'password, other methods': async ({ person, text }) => {
    await person.openIdEntry();
    await person.enterId('lee');
    await expect(person.heading('title.chooser')).toBeVisible();
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

  'chooser, every method': openChooser('lee'),
  'chooser, nothing registered': openChooser('yoon'),
  'chooser, licence': openChooser('kang'),
  'chooser, licence full': openLicenceDialog('kang'),
  'chooser, licence expired': openLicenceDialog('kwon'),

  'chooser, none usable': openChooser('barred'),

  'chooser, looking up': async ({ person, text }) => {
    await person.page.route('**/data/sso/authenticator/*', () => undefined);
    await person.openIdEntry();
    await person.enterId('lee');
    await expect(person.page.getByText(text('chooser.lookingUp')).first()).toBeAttached();
  },

  'chooser, not known': onMethods(async (methods, { person, text }) => {
    await person.page.route('**/data/sso/authenticator/*', (route) => route.fulfill({ status: 502 }));
    await methods.reachChooser('lee');
    await expect(person.page.getByText(text('chooser.lookUpFailed'))).toBeVisible();
  }),

  'chooser, not loaded': async ({ person }) => {
    await person.page.route(/\/assets\/chooser/, (route) => route.abort());
    await person.openIdEntry();
    await person.enterId('lee');
    await expect(person.heading('loading.failed')).toBeVisible();
  },

  emergency: onMethods(async (methods) => {
    await methods.reach('lee', 'emergencyCode');
    await methods.codeField.fill('7KQ2MZ4RXW');
  }),

  'emergency, dialog': onMethods(async (methods, { person }) => {
    await methods.reach('yoon', 'emergencyCode');
    await methods.enterCode('WRONG234');
    await expect(person.dialog).toBeVisible();
  }),

  sms: onMethods((methods) => methods.reach('sent', 'sms')),

  'sms, sent': onMethods(async (methods) => {
    await methods.reach('sent', 'sms');
    await methods.sendCode();
  }),

  'sms, ending': openSmsAfter(CODE_LIFETIME - CODE_WARNING, 'otp.ending'),
  'sms, expired': openSmsAfter(CODE_LIFETIME, 'otp.expired'),

  'sms, not sent': onMethods(async (methods, { person }) => {
    await methods.reach('sent', 'sms');
    await person.page.route('**/auth/oauth2/send/sms', (route) => route.fulfill({ status: 503 }));
    await person.button('otp.send').click();
    await expect(person.page.getByRole('dialog')).toBeVisible();
  }),

  'mail pair': onMethods(async (methods, { person }) => {
    await person.openIdEntry();
    await person.enterId('ahn');
    await methods.expectAt('6');
  }),

  'OTP card, empty': onMethods(async (methods, { text, person }) => {
    await methods.reach('lee', 'otpCard');
    await methods.enterCode('');
    await expect(
      person.page.getByRole('alert').filter({ hasText: text('info.enter.otp.alert') }),
    ).toBeVisible();
  }),

  'YubiKey, Hangul': onMethods(async (methods, { text, person }) => {
    await methods.reach('lee', 'yubikey');
    await methods.codeField.fill('ㅊ'.repeat(44));
    await expect(person.page.getByText(text('code.hangul'))).toBeVisible();
  }),

  'app, busy': onMethods(async (methods, { text, person }) => {
    await methods.reach('lee', 'mobileOtp');
    await person.page.route('**/authenticate', () => undefined);
    await methods.enterCode('123456');
    await expect(person.page.getByText(text('code.checking'))).toBeAttached();
  }),

  ...FACTOR_SCREENS,

  'second step': onSecondStep((secondStep) => secondStep.expectSent()),
  'second step, another token': onSecondStep((secondStep) => secondStep.switchTo('7')),
  'second step, push': onSecondStep(async (secondStep, page) => {
    await mockPendingPush(page, 'park');
    await secondStep.slot('10').click();
    await expect(secondStep.slotOnModal('1')).toBeVisible();
  }),

  offline: async ({ person, text }) => {
    await person.identify('kim');
    await person.page.context().setOffline(true);
    await expect(person.page.getByText(text('offline.lost'))).toBeVisible();
  },

  'redirect, waiting': async ({ person }) => {
    await person.openIdEntry();
    await person.page.route(isSummaryCall, () => undefined);
    await person.page.goto('/oauth2/authorize');
    await expect(person.heading('redirect.summarizing')).toBeVisible();
  },

  'redirect, unanswered': async ({ person }) => {
    await person.openIdEntry();
    await person.page.route(isSummaryCall, (route) => route.fulfill({ status: 502, body: '' }));
    await person.page.goto('/oauth2/authorize');
    await expect(person.heading('redirect.unanswered')).toBeVisible();
  },

  'redirect, counting': openExistingLogin,

  'redirect, stayed': async (fixtures) => {
    await openExistingLogin(fixtures);
    await fixtures.person.button('redirect.stay').click();
    await expect(fixtures.person.button('redirect.switch')).toBeVisible();
  },

  'return to the service': async (fixtures) => {
    await suspendTimers(fixtures.person.page);
    await fixtures.person.identify('kim');
    await signInAndRemain(fixtures);
  },

  'return to the service, stuck': async (fixtures) => {
    const { person } = fixtures;
    await person.page.clock.install();
    await person.identify('kim');
    await person.page.clock.pauseAt(Date.now() + 500);
    await signInAndRemain(fixtures);
    await person.page.clock.runFor(RETURN_GRACE);
    await expect(person.heading('return.stuck')).toBeVisible();
    await person.page.clock.resume();
  },

  'return to the service, not loaded': async ({ person }) => {
    await person.page.route(/\/assets\/return-to-service/, (route) => route.abort());
    await person.identify('kim');
    await person.enterPassword();
    await expect(person.heading('loading.failed')).toBeVisible();
  },

  ...SCREENS_AROUND_SIGN_IN,
  ...FLOW_SCREENS,

  'error, invalid access': openErrorPage('/error?reason=invalidAccess'),
  'error, no such user': openErrorPage('/error?reason=notExists'),
  'error, unauthorized': openErrorPage('/error?reason=unauthorized'),
  'error, no address to return to': openErrorPage('/error?reason=noRedirectUrl'),
  'error, not found': openErrorPage('/error'),
};

/** The configuration of a portal without a default service. */
export const CONFIG_WITHOUT_DEFAULT_SERVICE: ConfigFile = { ...TEST_CONFIG, defaultClient: undefined };

/** The screens of a portal without a default service. */
export const SCREENS_WITHOUT_DEFAULT_SERVICE: Readonly<Record<string, OpenScreen>> = {
  'service list': async ({ person }) => {
    await person.page.goto('/');
    await expect(person.heading('identity.startTitle')).toBeVisible();
  },
};
