import { describe, expect, it, vi } from 'vitest';
import { loginResult } from '#cases/samples.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { SAVING_TIMEOUT } from '#machines/second-factor/second-factor.setup.ts';
import type { SecondFactorInput } from '#machines/second-factor/second-factor.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { input } from './input.ts';

const FIVE_TOKENS = { sms: 1, mobileOtp: 2, otpCard: 3, internalMail: 4, push: 5 };
const WITH_QR = { sms: 1, qrCode: 2 };
const AUTHENTICATED = { reason: 'authenticated', login: loginResult() } as const;

function open(factorInput: SecondFactorInput) {
  const dropPending = vi.fn();
  const screen = start(secondFactorMachine.provide({ actions: { dropPending } }), factorInput);
  const { actor } = screen;
  return {
    ...screen,
    dropPending,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    switchTo: async (code: TypeCode) => {
      actor.send({ type: 'token.switch', code });
      await settle();
    },
    leave: () => actor.send({ type: 'screen.leave' }),
    toggleDefault: (isDefault: boolean) => actor.send({ type: 'default.toggled', isDefault }),
  };
}

const pendingOf = (tokenCode: TypeCode, kind: Pending['kind']): Pending => ({
  tokenCode,
  kind,
  id: 'id-1',
  validUntil: 120_000,
});

describe('the first active token of the second step', () => {
  it('is the first by rank, and starts automatically', () => {
    const screen = open(input(FIVE_TOKENS));
    expect(screen.context()).toMatchObject({ active: '1', offered: ['1', '9', '7', '2', '10'] });
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({
      userId: 'park',
      tokenCode: '1',
      contacts: ['010-****-5678'],
      autoStarts: true,
      hasOtherMethods: false,
      validUntil: null,
    });
  });

  it('is the one that was active before a reload, with its code', () => {
    const screen = open(input(FIVE_TOKENS, { pending: pendingOf('2', 'code') }));
    expect(screen.context().active).toBe('2');
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({ tokenCode: '2', validUntil: 120_000 });
  });

  it('continues the push that was pending before a reload', () => {
    const screen = open(input(FIVE_TOKENS, { pending: pendingOf('10', 'push') }));
    expect(screen.ports.push.waiting().input).toMatchObject({
      pending: { id: 'id-1', validUntil: 120_000 },
      lifetime: 45_000,
      success: 'approved',
      autoStarts: true,
    });
  });

  it('continues the QR code that was shown before a reload', () => {
    const screen = open(input(WITH_QR, { pending: pendingOf('11', 'qr') }));
    expect(screen.ports.qr.waiting().input).toMatchObject({
      approvedId: null,
      pending: { id: 'id-1', validUntil: 120_000 },
    });
  });

  it('is the first by rank when only an approval of the first step is pending', () => {
    const screen = open(input(WITH_QR, { pending: pendingOf('11', 'approval') }));
    expect(screen.context().active).toBe('1');
  });

  it('is the first by rank when only a code of the first step is pending', () => {
    const screen = open(input({ otpCard: 1, sms: 2 }, { pending: pendingOf('3', 'code') }));
    expect(screen.context().active).toBe('7');
  });

  it('has a checked box when it is the default', () => {
    expect(open(input(FIVE_TOKENS, { policy: { secondDefault: '1' } })).context().isDefault).toBe(true);
    expect(open(input(FIVE_TOKENS, { policy: { secondDefault: '7' } })).context().isDefault).toBe(false);
  });
});

describe('another token of the second step', () => {
  it('aborts the flow of the previous one, and starts without its code', async () => {
    const screen = open(input(FIVE_TOKENS, { pending: pendingOf('1', 'code') }));
    const former = screen.ports['sent-code'].waiting();
    await screen.switchTo('7');
    expect(former.isAborted()).toBe(true);
    expect(screen.dropPending).toHaveBeenCalledTimes(1);
    expect(screen.ports['device-code'].waiting().input).toMatchObject({
      tokenCode: '7',
      token: 'CARD-***12',
    });
    await screen.switchTo('1');
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({ tokenCode: '1', validUntil: null });
  });

  it('of the same kind starts its own flow', async () => {
    const screen = open(input(FIVE_TOKENS));
    await screen.switchTo('2');
    expect(screen.ports['sent-code'].calls.map((call) => call.input.tokenCode)).toEqual(['1', '2']);
    expect(screen.ports['sent-code'].waiting().input.tokenCode).toBe('2');
  });

  it('starts after a push is withdrawn, the last requested one if there are several', async () => {
    const screen = open(input({ push: 1, otpCard: 2, sms: 3 }));
    const push = screen.ports.push.waiting();
    await screen.switchTo('7');
    await screen.switchTo('1');
    expect(screen.context().active).toBe('10');
    expect(push.isWaiting()).toBe(true);
    await push.answer({ reason: 'left' });
    expect(screen.context()).toMatchObject({ active: '1', next: null });
    expect(screen.ports['device-code'].calls).toHaveLength(0);
  });

  it('does not start when the push has completed the login', async () => {
    const screen = open(input({ push: 1, otpCard: 2 }));
    await screen.switchTo('7');
    await screen.ports.push.answer(AUTHENTICATED);
    expect(screen.output()).toEqual(AUTHENTICATED);
  });

  it('starts only when it is offered', async () => {
    const screen = open(input({ sms: 1, otpCard: 2 }));
    await screen.switchTo('1');
    await screen.switchTo('12');
    expect(screen.ports['sent-code'].calls).toHaveLength(1);
    expect(screen.context().active).toBe('1');
  });
});

describe('a request of the portal to leave the second step', () => {
  it('ends it after a push is withdrawn', async () => {
    const screen = open(input({ push: 1, otpCard: 2 }));
    await screen.switchTo('7');
    screen.leave();
    expect(screen.actor.getSnapshot().status).toBe('active');
    await screen.ports.push.answer({ reason: 'left' });
    expect(screen.output()).toEqual({ reason: 'left' });
  });

  it('ends it immediately when the token is not a push', () => {
    const screen = open(input({ otpCard: 1 }));
    screen.leave();
    expect(screen.output()).toEqual({ reason: 'left' });
    expect(screen.ports['device-code'].calls[0]?.isAborted()).toBe(true);
  });
});

describe('the default method of the second step', () => {
  const DEFAULTS: readonly (readonly [
    string,
    TypeCode,
    'device-code' | 'qr',
    TypeCode | null,
    boolean,
    string | null,
  ])[] = [
    ['a card with a checked box becomes the default', '7', 'device-code', null, true, '7'],
    ['a Yubikey with a checked box becomes the default', '8', 'device-code', null, true, '8'],
    ['a QR code with a checked box becomes the default', '11', 'qr', null, true, '11'],
    ['a default with an unchecked box is cleared', '7', 'device-code', '7', false, '98'],
    [
      'a token with an unchecked box that is not the default changes nothing',
      '7',
      'device-code',
      '8',
      false,
      null,
    ],
    ['an app with a checked box is saved without this call', '9', 'device-code', null, true, null],
    ['an app with an unchecked box is cleared without this call', '9', 'device-code', '9', false, null],
  ];

  it.each(DEFAULTS)('%s', async (_name, code, flow, secondDefault, isChecked, savedCode) => {
    const ranks = { otpCard: 1, yubikey: 1, qrCode: 1, mobileOtp: 1 };
    const screen = open(input(ranks, { policy: { secondDefault } }));
    await screen.switchTo(code);
    screen.toggleDefault(isChecked);
    await screen.ports[flow].answer(AUTHENTICATED);
    expect(screen.ports.saveDefault.calls.map((call) => call.input)).toEqual(
      savedCode === null ? [] : [{ userId: 'park', type: 'oidc', code: savedCode }],
    );
    if (savedCode !== null) await screen.ports.saveDefault.answer(success(undefined));
    expect(screen.output()).toEqual(AUTHENTICATED);
  });

  it('is not saved when the password has to be changed first', async () => {
    const screen = open(input({ otpCard: 1 }));
    screen.toggleDefault(true);
    await screen.ports['device-code'].answer({
      reason: 'authenticated',
      login: loginResult({ to: '/change' }),
    });
    expect(screen.ports.saveDefault.calls).toHaveLength(0);
    expect(screen.output()).toMatchObject({ reason: 'authenticated' });
  });

  it.each(['refused', 'interrupted', 'slow'])(
    'does not delay the login when its call is %s',
    async (problem) => {
      const screen = open(input({ otpCard: 1 }));
      screen.toggleDefault(true);
      await screen.ports['device-code'].answer(AUTHENTICATED);
      if (problem === 'refused') await screen.ports.saveDefault.answer(failed(UNREACHABLE));
      else if (problem === 'interrupted') await screen.ports.saveDefault.fail();
      else await screen.clock.advance(SAVING_TIMEOUT);
      expect(screen.output()).toEqual(AUTHENTICATED);
    },
  );

  it('has a box with a separate value for each token', async () => {
    const screen = open(input({ sms: 1, otpCard: 2 }, { policy: { secondDefault: '7' } }));
    screen.toggleDefault(true);
    await screen.switchTo('7');
    expect(screen.context().isDefault).toBe(true);
    await screen.switchTo('1');
    expect(screen.context().isDefault).toBe(false);
  });
});

it('the box that remembers the browser is sent with the login of any token when the policy allows it', async () => {
  const screen = open(input({ sms: 1, otpCard: 2 }, { policy: { rememberBrowserDays: 30 } }));
  screen.actor.send({ type: 'remember.toggled', remembers: true });
  await screen.switchTo('7');
  expect(screen.ports['device-code'].waiting().input).toMatchObject({
    boxes: { always: false, alwaysSend: false, remembers: true },
  });
  const notAllowed = open(input({ otpCard: 1 }));
  notAllowed.actor.send({ type: 'remember.toggled', remembers: true });
  expect(notAllowed.context().remembers).toBe(false);
});

it('a person without a token of the second step can only go back', () => {
  const screen = open(input({}));
  expect(screen.actor.getSnapshot().value).toBe('unavailable');
  screen.actor.send({ type: 'second.back' });
  expect(screen.output()).toEqual({ reason: 'back' });
});

it('a token that the server no longer accepts ends the second step as outdated', async () => {
  const screen = open(input({ otpCard: 1 }));
  await screen.ports['device-code'].answer({ reason: 'outdated' });
  expect(screen.output()).toEqual({ reason: 'outdated' });
});

it('a flow that fails shows a message, and then starts again', async () => {
  const screen = open(input({ otpCard: 1 }));
  await screen.ports['device-code'].fail();
  expect([screen.actor.getSnapshot().value, screen.output()]).toEqual(['failed', undefined]);
  screen.actor.send({ type: 'failure.dismissed' });
  expect(screen.ports['device-code'].isWaiting()).toBe(true);
});
