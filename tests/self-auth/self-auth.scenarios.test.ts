import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import {
  firstEnabledMethod,
  identityMethodState,
  visibleMethods,
} from '#machines/shared/identity-methods.ts';
import type { SelfAuthInput } from '#machines/shared/password-steps.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { ALL_METHODS, INPUT, NO_METHODS } from './input.ts';

const ACCOUNT = {
  canSetPassword: true,
  phoneNumber: '010-****-6789',
  internalMail: 'k*@a.example',
  privateMail: 'k*@b.example',
};

const open = (changes: Partial<SelfAuthInput> = {}) => start(selfAuthMachine, { ...INPUT, ...changes });

describe('a method of the identity check', () => {
  it.each([
    [{ sms: true }, {}, false, 'sms', 'Y'],
    [{ sms: false }, {}, false, 'sms', 'X'],
    [{}, { phoneNumber: null }, false, 'sms', 'N'],
    [{}, { phoneNumber: null }, false, 'push', 'N'],
    [{}, { phoneNumber: null }, false, 'mobileOtp', 'N'],
    [{}, {}, true, 'push', 'X'],
    [{}, {}, true, 'mobileOtp', 'X'],
    [{}, { internalMail: null }, false, 'internalMail', 'N'],
  ] as const)(
    'with the settings %j, the contacts %j and isInsideApp %s: %s has the state %s',
    (flags, contacts, isInsideApp, method, state) => {
      const conditions = {
        offered: { ...ALL_METHODS, ...flags },
        contacts: { ...ACCOUNT, ...contacts },
        isInsideApp,
        grantedFor: null,
      };
      expect(identityMethodState(method, conditions)).toBe(state);
    },
  );

  it('is chosen in the order of the specification', () => {
    const remaining = { ...ALL_METHODS };
    const order = Object.keys(ALL_METHODS).map((method) => {
      const first = firstEnabledMethod({
        offered: remaining,
        contacts: null,
        isInsideApp: false,
        grantedFor: null,
      });
      remaining[method as keyof typeof remaining] = false;
      return first;
    });
    expect(order).toEqual(['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push']);
    expect(
      visibleMethods({ offered: remaining, contacts: null, isInsideApp: false, grantedFor: null }),
    ).toEqual([]);
  });

  it.each([
    ['an app', ['Y', 'Y'], 'Galaxy', ACCOUNT, null],
    ['an offline app', ['Y', 'N'], 'offline', ACCOUNT, null],
    ['no app', ['N', 'N'], null, ACCOUNT, null],
    ['an app and no phone number', ['N', 'N'], 'Galaxy', { ...ACCOUNT, phoneNumber: null }, null],
    [
      'an app and no phone number, after the password was proved',
      ['Y', 'Y'],
      'Galaxy',
      { ...ACCOUNT, phoneNumber: null },
      'password',
    ],
  ] as const)(
    'with %s: app OTP and push have the states %j',
    (_, states, mobileApp, contacts, grantedFor) => {
      const conditions = { offered: ALL_METHODS, contacts, isInsideApp: false, mobileApp, grantedFor };
      expect([identityMethodState('mobileOtp', conditions), identityMethodState('push', conditions)]).toEqual(
        states,
      );
    },
  );
});

it('trimmed names and the contact of the method are verified, and then a token is granted', async () => {
  const screen = open();
  await screen.ports.lookUpContacts.answer(success(ACCOUNT));
  screen.actor.send({ type: 'method.chosen', method: 'internalMail' });
  screen.actor.send({ type: 'names.submitted', lastName: ' Kim ', firstName: '', info: ' kim@a.example ' });
  expect(screen.ports.verify.waiting().input).toEqual({
    userId: 'kim',
    clientId: 'demo',
    lastName: 'Kim',
    firstName: '',
    info: 'kim@a.example',
    type: 'inmail',
  });
  await screen.ports.verify.answer(success(ACCOUNT));
  await screen.ports.grantToken.answer(success('identity'));
  expect(screen.actor.getSnapshot().value).toEqual({ proving: 'sent-code' });
});

it('a contact is required, and another one can be entered when it does not match', async () => {
  const screen = open();
  await screen.ports.lookUpContacts.answer(success(ACCOUNT));
  screen.actor.send({ type: 'names.submitted', lastName: '', firstName: '', info: ' ' });
  expect(screen.actor.getSnapshot().context.problem).toBe('info.enter.user');
  screen.actor.send({ type: 'names.submitted', lastName: '', firstName: '', info: 'x' });
  await screen.ports.verify.answer(failed(rejected('noMatch')));
  expect(screen.actor.getSnapshot()).toMatchObject({
    value: 'naming',
    context: { failure: rejected('noMatch') },
  });
});

it('a check with a token starts with the proof, and uses the token for every method', async () => {
  const screen = open({ token: 'given', mode: 'other' });
  await screen.ports.lookUpContacts.answer(success(ACCOUNT));
  expect(screen.actor.getSnapshot().value).toEqual({ proving: 'sent-code' });
  screen.actor.send({ type: 'method.chosen', method: 'mobileOtp' });
  expect(screen.actor.getSnapshot()).toMatchObject({
    value: { proving: 'device-code' },
    context: { token: 'given' },
  });
  screen.actor.send({ type: 'step.back' });
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it('a check without a usable method can only be left', async () => {
  const screen = open({ offered: NO_METHODS });
  await screen.ports.lookUpContacts.answer(failed(rejected('', 404)));
  expect(screen.actor.getSnapshot().value).toBe('unavailable');
  screen.actor.send({ type: 'step.back' });
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'back' });
});

describe('a pending push of the identity check', () => {
  async function requestPush(changes: Partial<SelfAuthInput> = {}) {
    const screen = open({ offered: { ...NO_METHODS, push: true }, ...changes });
    await screen.ports.lookUpContacts.answer(success(ACCOUNT));
    if (changes.token === undefined) {
      screen.actor.send({ type: 'names.submitted', lastName: '', firstName: '', info: '010' });
      await screen.ports.verify.answer(success(ACCOUNT));
      await screen.ports.grantToken.answer(success('identity'));
    }
    return screen;
  }

  it.each([{ type: 'step.back' }, { type: 'step.requested', step: '' }] as const)(
    'is withdrawn before $type leads back to the contact',
    async (event) => {
      const screen = await requestPush();
      screen.actor.send(event);
      expect(screen.actor.getSnapshot().value).toEqual({ proving: 'push' });
      await screen.ports.push.answer({ reason: 'left' });
      expect(screen.actor.getSnapshot()).toMatchObject({ value: 'naming', context: { token: '' } });
    },
  );

  it('is withdrawn before Prev leaves a check that started with a token', async () => {
    const screen = await requestPush({ token: 'given', mode: 'other' });
    screen.actor.send({ type: 'step.back' });
    expect(screen.actor.getSnapshot().output).toBeUndefined();
    await screen.ports.push.answer({ reason: 'left' });
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'back' });
  });

  it('is withdrawn before the last of several requests is followed', async () => {
    const screen = await requestPush({
      offered: { ...NO_METHODS, push: true, mobileOtp: true },
      token: 'given',
    });
    screen.actor.send({ type: 'method.chosen', method: 'push' });
    screen.actor.send({ type: 'method.chosen', method: 'mobileOtp' });
    screen.actor.send({ type: 'step.back' });
    await screen.ports.push.answer({ reason: 'left' });
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'back' });
  });
});

describe('an identity method with a verified contact', () => {
  async function verifyPhoneThenChooseMail() {
    const screen = open();
    const verifyContact = async (token: string) => {
      screen.actor.send({ type: 'names.submitted', lastName: '', firstName: '', info: 'x' });
      await screen.ports.verify.answer(success(ACCOUNT));
      await screen.ports.grantToken.answer(success(token));
    };
    await screen.ports.lookUpContacts.answer(success(ACCOUNT));
    await verifyContact('by phone');
    screen.actor.send({ type: 'code.sent', tokenCode: '1', validUntil: 300_000 });
    screen.actor.send({ type: 'method.chosen', method: 'internalMail' });
    return { ...screen, verifyContact };
  }

  it.each([
    ['before another contact is verified', false],
    ['after another contact was verified', true],
  ])('continues with its token and its valid code, %s', async (_name, isVerified) => {
    const screen = await verifyPhoneThenChooseMail();
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: 'naming',
      context: { token: '', grantedFor: null },
    });
    if (isVerified) await screen.verifyContact('by mail');
    screen.actor.send({ type: 'method.chosen', method: 'sms' });
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: { proving: 'sent-code' },
      context: { token: 'by phone', grantedFor: 'phoneNumber' },
    });
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({
      sendToken: 'by phone',
      validUntil: 300_000,
    });
  });

  it('has no valid code after another one was sent', async () => {
    const screen = await verifyPhoneThenChooseMail();
    await screen.verifyContact('by mail');
    screen.actor.send({ type: 'code.sent', tokenCode: '2', validUntil: 310_000 });
    screen.actor.send({ type: 'method.chosen', method: 'sms' });
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({ validUntil: null });
  });

  it('requires its contact again after Prev', async () => {
    const screen = await verifyPhoneThenChooseMail();
    await screen.verifyContact('by mail');
    screen.actor.send({ type: 'step.back' });
    screen.actor.send({ type: 'method.chosen', method: 'sms' });
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'naming', context: { token: '' } });
  });
});
