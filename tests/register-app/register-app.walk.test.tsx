import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import {
  AUTHENTICATOR_SECRET,
  cases,
  isPossibleInTime,
  REGISTER_APP_INPUT,
  REGISTRATION_CODE,
} from '#cases/register-app/register-app.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerAppMachine } from '#machines/register-app/register-app.machine.ts';
import type { RegisterAppEvent } from '#machines/register-app/register-app.types.ts';
import type { AppMethod } from '#machines/shared/registration.ts';
import { failed, success } from '#machines/shared/result.ts';
import { RegisterAppView } from '#src/views/register-app/register-app.view.tsx';
import { PROOF_REFUSALS } from '#tests/support/refusals.ts';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';

/** jsdom draws nothing. */
beforeEach(() => {
  const canvasContext = { fillRect: () => undefined, fillStyle: '' };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvasContext as never);
});

const REFUSAL = failed(rejected('', 400));
const OFFLINE = { ak: 'K7QM2ZXW', otp: '269521' };
const timed = <Value,>(answer: Value) => ({ at: 0, answer });

const groups = ({ text }: Page) =>
  [1, 2, 3, 4].map((number) =>
    screen.getByLabelText<HTMLInputElement>(text('registerApp.group', { number })),
  );

/** The radio button of a method, whose name also has its description. */
const choice = ({ text }: Page, method: AppMethod) =>
  screen.getByRole('radio', { name: new RegExp(`^${text(`registerApp.way.${method}`)}`), hidden: true });

/** A button of the screen, also behind the dialog of a refusal. */
const button = (page: Page, key: Parameters<Page['text']>[0]) =>
  screen.queryByRole('button', { name: page.text(key), hidden: true });

const expectChoice = (page: Page): void => {
  expect(page.heading()).toBe(page.text('title.registration.9'));
  for (const method of ['sms', 'qrCode', 'offline', 'standard'] as const) {
    expect(choice(page, method)).toBeTruthy();
  }
};
const expectKeyFields = (page: Page): void => expect(groups(page)).toHaveLength(4);
const expectWaiting = (): void => expect(screen.queryByRole('radio')).toBeNull();
const expectLink =
  (isExpired: boolean) =>
  (page: Page): void => {
    const sentText = page.text('registerApp.linkSent', { phone: REGISTER_APP_INPUT.phoneNumber });
    expect(screen.getByText(isExpired ? page.text('registerApp.linkExpired') : sentText)).toBeTruthy();
  };
const expectComparison = (page: Page): void => {
  expect(screen.getByText(OFFLINE.ak)).toBeTruthy();
  expect(screen.getByText(OFFLINE.otp)).toBeTruthy();
  expect(screen.getByText(page.text('registerApp.compare'))).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
};
const expectOsChoice = (page: Page): void => {
  expect(screen.queryByText(OFFLINE.ak)).toBeNull();
  expect(screen.getByRole('group', { name: page.text('registerApp.osType') })).toBeTruthy();
};

const GROUPED_SECRET = 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ';
const expectSecret = (page: Page): void => {
  expect(screen.getByRole('img', { name: page.text('qr.picture'), hidden: true })).toBeTruthy();
  expect(screen.getByText(GROUPED_SECRET)).toBeTruthy();
};

/** Polls do not depend on the shown digits: they are walked only without them. */
function accepts(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  if (!isPossibleInTime(snapshot, event)) return false;
  const value = JSON.stringify(snapshot.value);
  const isPolling = /checkRegistered|pollInterval/.test(event.type);
  return !isPolling || !value.includes('"digits"');
}

describeWalk(registerAppMachine, RegisterAppView, {
  inputs: { 'every method': REGISTER_APP_INPUT },
  ...cases,
  answers: {
    generateAk: [success('ak-1'), ...PROOF_REFUSALS, REFUSAL],
    sendLink: [timed(success({})), ...PROOF_REFUSALS.map(timed), timed(REFUSAL)],
    createCode: [timed(success(REGISTRATION_CODE)), ...PROOF_REFUSALS.map(timed), timed(REFUSAL)],
    checkRegistered: [success(true), success(false), ...PROOF_REFUSALS],
    sendKey: [success({}), ...PROOF_REFUSALS, REFUSAL],
    fetchOffline: [success(OFFLINE), ...PROOF_REFUSALS, REFUSAL],
    registerOffline: [success({}), ...PROOF_REFUSALS, REFUSAL],
    issueSecret: [timed(success(AUTHENTICATOR_SECRET)), ...PROOF_REFUSALS.map(timed), timed(REFUSAL)],
    registerStandard: [success({}), failed(rejected('secretExpired')), ...PROOF_REFUSALS, REFUSAL],
  },
  accepts,
  gestures: {
    'method.chosen': async (page, event) => {
      const { method } = event as Extract<RegisterAppEvent, { type: 'method.chosen' }>;
      await page.user.click(choice(page, method));
      await page.press('action.next');
    },
    'key.submitted': async (page, event, language) => {
      const { key } = event as Extract<RegisterAppEvent, { type: 'key.submitted' }>;
      const [first] = groups(page);
      for (const group of groups(page)) await page.user.clear(group);
      await page.user.click(first as HTMLInputElement);
      if (language === 'ko') await page.user.paste(key);
      else await page.user.type(first as HTMLInputElement, key.slice(0, 4));
      for (const [index, group] of language === 'ko' ? [] : groups(page).entries()) {
        const part = key.split(' ')[index];
        if (index > 0 && part) await page.user.type(group, part);
      }
      await page.press('action.next');
    },
    'key.edited': (page) => page.user.type(groups(page)[0] as HTMLInputElement, 'a'),
    'comparison.confirmed': (page) => page.press('registerApp.same'),
    'app.register': async (page) => {
      await page.user.click(screen.getByRole('radio', { name: 'iOS' }));
      await page.press('action.register');
    },
    'code.submitted': async (page, event) => {
      const { code } = event as Extract<RegisterAppEvent, { type: 'code.submitted' }>;
      const field = screen.getByLabelText(page.text('code.label'));
      await page.user.clear(field);
      await page.user.type(field, code);
      await page.press('action.register');
    },
    'code.edited': (page) => page.user.type(screen.getByLabelText(page.text('code.label')), '1'),
    'code.renew': (page) =>
      page.press(button(page, 'registerApp.newCode') ? 'registerApp.newCode' : 'registerApp.sendAgain'),
    'digits.show': (page) => page.press('registerApp.typeInstead'),
    'registration.back': (page) => page.press('action.previous'),
  },
  shows: {
    choosing: expectChoice,
    generating: expectWaiting,
    sending: expectWaiting,
    drawing: expectWaiting,
    'waiting.link.valid': expectLink(false),
    'waiting.link.expired': expectLink(false),
    'waiting.polling.round.call.checking': () => undefined,
    'waiting.polling.round.interval.early': () => undefined,
    'shown.code.valid.picture': (page) => {
      expect(screen.getByRole('img', { name: page.text('qr.picture') })).toBeTruthy();
      expect(screen.queryByText(REGISTRATION_CODE.otp)).toBeNull();
      expect(screen.getByRole('timer').textContent).toMatch(/^\d+(초 남았어요| seconds? left)$/);
    },
    'shown.code.valid.digits': () => {
      expect(screen.getByRole('timer').textContent).toMatch(/^(남은 시간 \d+:\d\d|\d+:\d\d left)$/);
      expect(screen.getByText('1234 5678 9012 3456')).toBeTruthy();
      expect(screen.getByText(REGISTRATION_CODE.otp)).toBeTruthy();
    },
    'shown.code.expired': () => expect(screen.queryByText(REGISTRATION_CODE.otp)).toBeNull(),
    'shown.polling.round.call.checking': () => undefined,
    'shown.polling.round.interval.early': () => undefined,
    expired: (page, { context }) => {
      expect(button(page, context.code ? 'registerApp.newCode' : 'registerApp.sendAgain')).toBeTruthy();
    },
    enteringKey: (page, { context }) => {
      expectKeyFields(page);
      if (!context.problem) return;
      expect(screen.getByText(page.text('info.mobileapp.failure.clientkey'))).toBeTruthy();
    },
    exchanging: (page) => expect(groups(page)[0]?.readOnly).toBe(true),
    fetching: expectKeyFields,
    keyRefused: (page) => {
      const dialog = screen.getByRole('dialog', { name: page.text('registration.failed') });
      expect(dialog.textContent).toContain(page.text('info.mobileapp.failure.offline'));
    },
    comparing: expectComparison,
    choosingOs: expectOsChoice,
    registering: expectOsChoice,
    issuing: expectWaiting,
    'adding.code.scanning': (page, { context }) => {
      expectSecret(page);
      if (context.problem) expect(screen.getByText(page.text(context.problem))).toBeTruthy();
    },
    'adding.code.confirming': expectSecret,
    'adding.code.denied': (page) => {
      const dialog = screen.getByRole('dialog', { name: page.text('registration.failed') });
      expect(dialog.textContent).toContain(page.text('registerApp.standardFailed'));
    },
    'adding.secret.valid': expectSecret,
    'adding.secret.expired': expectSecret,
    secretExpired: (page) => {
      expect(screen.getByText(page.text('registerApp.secretExpired'))).toBeTruthy();
      expect(screen.queryByText(GROUPED_SECRET)).toBeNull();
    },
    refused: (page) => {
      const dialog = screen.getByRole('dialog', { name: page.text('registration.failed') });
      expect(dialog.textContent).toContain(page.text('registerApp.failed'));
    },
  },
});

it.each([
  [true, 'registerApp.leadReplacing', 'registerApp.lead'],
  [false, 'registerApp.lead', 'registerApp.leadReplacing'],
] as const)(
  'the screen says that a registered app is replaced, when there is one: %s',
  async (hasApp, shownText, otherText) => {
    const page = await openFlow(registerAppMachine, RegisterAppView, { ...REGISTER_APP_INPUT, hasApp });
    expect(screen.getByText(page.text(shownText))).toBeTruthy();
    expect(screen.queryByText(page.text(otherText))).toBeNull();
  },
);

it.each([
  ['a desktop', '', REGISTER_APP_INPUT.phoneNumber, 'qrCode'],
  ['a phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0)', REGISTER_APP_INPUT.phoneNumber, 'sms'],
  ['a phone without a number', 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0)', null, 'qrCode'],
] as const)('the method that suits %s is preselected', async (_, userAgent, phoneNumber, method) => {
  vi.stubGlobal('navigator', { ...navigator, userAgent });
  const page = await openFlow(registerAppMachine, RegisterAppView, { ...REGISTER_APP_INPUT, phoneNumber });
  expect((choice(page, method) as HTMLInputElement).checked).toBe(true);
});

it('the secret is copied without the blanks between its groups, and the screen shows whether it was copied', async () => {
  const page = await openFlow(registerAppMachine, RegisterAppView, REGISTER_APP_INPUT);
  await page.user.click(choice(page, 'standard'));
  await page.press('action.next');
  await page.ports.issueSecret.answer(timed(success(AUTHENTICATOR_SECRET)));
  await page.press('registerApp.copy');
  expect(await screen.findByText(page.text('registerApp.copied'))).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(AUTHENTICATOR_SECRET.text);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await page.press('registerApp.copy');
  expect(await screen.findByText(page.text('registerApp.notCopied'))).toBeTruthy();
});
