import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { loginParameters, loginResult, rejected } from '#cases/samples.ts';
import type { SentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import type { SentCodeEvent } from '#machines/sent-code/sent-code.setup.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';
import type { Projection } from '#tests/support/model/paths.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';
import { box, CODE, field, LATER } from './controls.tsx';
import { input, machineWithoutStorage } from './input.ts';

const decisiveValues: Projection<SentCodeMachine> = ({ context }) => [
  context.sendToken,
  context.isTokenFinal,
  context.boxes,
  context.hasRequested,
  context.validUntil,
  context.problem,
  context.sendFailure !== null,
  context.failure !== null,
];

/** Delivery and proof run in parallel: each is walked only while the other is in its first state. */
function accepts({ value, context }: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  const { delivery, proof } = (value as { working: { delivery: unknown; proof: unknown } }).working;
  if (type === 'boxes.changed') return delivery === 'unsent' && proof === 'entering' && !context.boxes.always;
  const isProof = /^(code\.(submitted|edited)|failure\.|method\.)|logIn|proveFirst/.test(type);
  return isProof ? delivery === 'unsent' : proof === 'entering';
}

type ScreenCheck = Parameters<typeof describeWalk<SentCodeMachine>>[2]['shows'][string];
type Delivery = 'otp.unsent' | 'otp.sent' | 'otp.ending' | 'otp.expired';
const DELIVERIES: readonly Delivery[] = ['otp.unsent', 'otp.sent', 'otp.ending', 'otp.expired'];

/** Checks that the screen shows exactly this text about the delivery of the code. */
const expectDelivery =
  (text: Delivery | null): ScreenCheck =>
  (page, snapshot) => {
    const isSending = snapshot.hasTag('sending');
    const sentences = DELIVERIES.filter((key) => screen.queryByText(page.text(key), { exact: false }));
    expect(sentences).toEqual(text === null ? [] : [text]);
    const name = page.text(snapshot.context.validUntil === null ? 'otp.send' : 'otp.resend');
    if (!isSending) expect(screen.getByRole('button', { name, hidden: true })).toBeTruthy();
    expect(screen.queryByRole('timer') !== null).toBe(text === 'otp.sent' || text === 'otp.ending');
    expect(screen.queryAllByText(page.text('otp.sending')).length > 0).toBe(isSending);
  };

function expectChecking(page: Page): void {
  expect(screen.getByText(page.text('code.checking'))).toBeTruthy();
  expect([field(page).disabled, field(page).value]).toEqual([true, CODE]);
  const name = new RegExp(`^(${page.text('otp.send')}|${page.text('otp.resend')})$`);
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
}

const LOGIN_ANSWERS = [success(loginResult()), failed(rejected('016')), failed(rejected('005'))];

describeWalk(machineWithoutStorage, SentCodeView, {
  inputs: {
    'no code is sent': input(),
    'the code is the only method, and the first of two steps': input({
      hasOtherMethods: false,
      login: loginParameters({ step: 'first' }),
    }),
  },
  events: [
    { type: 'code.send' },
    { type: 'code.submitted', code: '' },
    { type: 'code.submitted', code: CODE },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
    { type: 'delivery.dismissed' },
  ],
  answers: {
    readClock: [0, LATER],
    grantSendToken: [success('send-token'), failed(rejected('', 401)), failed(UNREACHABLE)],
    sendCode: [success({ at: 0 }), failed(rejected('', 401)), failed(UNREACHABLE)],
    receiveSms: [null, '271828'],
    logIn: LOGIN_ANSWERS,
    proveFirst: LOGIN_ANSWERS,
  },
  project: decisiveValues,
  accepts,
  gestures: {
    'code.send': async (page) => {
      const name = new RegExp(`^(${page.text('otp.send')}|${page.text('otp.resend')})$`);
      await page.user.click(screen.getByRole('button', { name }));
    },
    'code.submitted': async (page, event, language) => {
      const { code } = event as Extract<SentCodeEvent, { type: 'code.submitted' }>;
      await page.user.clear(field(page));
      if (code !== '') await page.user.type(field(page), code);
      if (language === 'ko') await page.press('action.login');
      else await page.user.type(field(page), '{Enter}');
    },
    'boxes.changed': (page) => page.user.click(box(page, 'method.always')),
    'code.edited': (page) => page.user.type(field(page), '1'),
    'delivery.dismissed': (page, _event, language) =>
      language === 'ko' ? page.press('action.ok') : page.user.keyboard('{Escape}'),
  },
  shows: {
    'working.delivery.recalling': expectDelivery(null),
    'working.delivery.unsent': expectDelivery('otp.unsent'),
    'working.delivery.granting': expectDelivery(null),
    'working.delivery.sending': expectDelivery(null),
    'working.delivery.sent.fresh': expectDelivery('otp.sent'),
    'working.delivery.sent.ending': expectDelivery('otp.ending'),
    'working.delivery.expired': expectDelivery('otp.expired'),
    'working.delivery.undelivered': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('otp.sendFailed') })).toBeTruthy();
    },
    'working.proof.entering': (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.method.1'));
      expect(screen.getByText('010-****-5678')).toBeTruthy();
      expect(field(page).disabled).toBe(false);
      expect(screen.getByRole('alert').textContent).toBe(
        context.problem ? page.text('info.enter.otp.alert') : '',
      );
      expect(screen.queryByText(page.text('method.change')) !== null).toBe(context.hasOtherMethods);
    },
    'working.proof.checking.first': expectChecking,
    'working.proof.checking.completing': expectChecking,
    'working.proof.refused': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: [
    'sent-code.working.delivery.recalling: xstate.done.actor.readClock/wantsSendAtOnce [1] --> sent-code.working.delivery.choosingChannel',
    'sent-code.working.proof.entering: code.submitted/isNullText [1] --> (stays)',
  ],
});
