import { describe, expect, it, vi } from 'vitest';
import { login } from '#cases/samples.ts';
import { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { SAVING_TIMEOUT } from '#machines/second-factor/second-factor.setup.ts';
import type { SecondFactorInput } from '#machines/second-factor/second-factor.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';
import type { TypeCode } from '#wire/token-codes.ts';
import { input } from './input.ts';

const FIVE = { sms: 1, mobileOtp: 2, otpCard: 3, internalMail: 4, push: 5 };
const WITH_QR = { sms: 1, qrCode: 2 };
const AUTHENTICATED = { reason: 'authenticated', login: login() } as const;

function open(given: SecondFactorInput) {
  const dropPending = vi.fn();
  const running = start(secondFactorMachine.provide({ actions: { dropPending } }), given);
  const { actor } = running;
  return {
    ...running,
    dropPending,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    switchTo: async (code: TypeCode) => {
      actor.send({ type: 'token.switch', code });
      await settle();
    },
    leave: () => actor.send({ type: 'screen.leave' }),
    tick: (isDefault: boolean) => actor.send({ type: 'default.toggled', isDefault }),
  };
}

const pendingOf = (tokenCode: TypeCode, kind: Pending['kind']): Pending => ({
  tokenCode,
  kind,
  id: 'id-1',
  validUntil: 120_000,
});

describe('the token that is on at first', () => {
  it('is the first by rank, and it starts by itself', () => {
    const screen = open(input(FIVE));
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

  it('is the one that a reload has interrupted, with its code', () => {
    const screen = open(input(FIVE, { pending: pendingOf('2', 'code') }));
    expect(screen.context().active).toBe('2');
    expect(screen.ports['sent-code'].waiting().input).toMatchObject({ tokenCode: '2', validUntil: 120_000 });
  });

  it('goes on with the push that a reload has interrupted', () => {
    const screen = open(input(FIVE, { pending: pendingOf('10', 'push') }));
    expect(screen.ports.push.waiting().input).toMatchObject({
      pending: { id: 'id-1', validUntil: 120_000 },
      lifetime: 45_000,
      success: 'approved',
      autoStarts: true,
    });
  });

  it('goes on with the QR code that a reload has interrupted', () => {
    const screen = open(input(WITH_QR, { pending: pendingOf('11', 'qr') }));
    expect(screen.ports.qr.waiting().input).toMatchObject({
      approvedId: null,
      pending: { id: 'id-1', validUntil: 120_000 },
    });
  });

  it('is the first by rank when an approval of the first step is left over', () => {
    const screen = open(input(WITH_QR, { pending: pendingOf('11', 'approval') }));
    expect(screen.context().active).toBe('1');
  });

  it('takes no code of the first step for its own', () => {
    const screen = open(input({ otpCard: 1, sms: 2 }, { pending: pendingOf('3', 'code') }));
    expect(screen.context().active).toBe('7');
  });

  it('has the box ticked when it is the default', () => {
    expect(open(input(FIVE, { policy: { secondDefault: '1' } })).context().isDefault).toBe(true);
    expect(open(input(FIVE, { policy: { secondDefault: '7' } })).context().isDefault).toBe(false);
  });
});

describe('another token', () => {
  it('ends what was under way, and starts afresh', async () => {
    const screen = open(input(FIVE, { pending: pendingOf('1', 'code') }));
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

  it('of the same kind has a flow of its own', async () => {
    const screen = open(input(FIVE));
    await screen.switchTo('2');
    expect(screen.ports['sent-code'].calls.map(({ input: given }) => given.tokenCode)).toEqual(['1', '2']);
    expect(screen.ports['sent-code'].waiting().input.tokenCode).toBe('2');
  });

  it('waits until a push is withdrawn; the last wish counts', async () => {
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

  it('is not opened when the push ended the login meanwhile', async () => {
    const screen = open(input({ push: 1, otpCard: 2 }));
    await screen.switchTo('7');
    await screen.ports.push.answer(AUTHENTICATED);
    expect(screen.output()).toEqual(AUTHENTICATED);
  });

  it('is one of those that are offered', async () => {
    const screen = open(input({ sms: 1, otpCard: 2 }));
    await screen.switchTo('1');
    await screen.switchTo('12');
    expect(screen.ports['sent-code'].calls).toHaveLength(1);
    expect(screen.context().active).toBe('1');
  });
});

describe('the portal that wants another screen', () => {
  it('waits for a push to be withdrawn', async () => {
    const screen = open(input({ push: 1, otpCard: 2 }));
    await screen.switchTo('7');
    screen.leave();
    expect(screen.actor.getSnapshot().status).toBe('active');
    await screen.ports.push.answer({ reason: 'left' });
    expect(screen.output()).toEqual({ reason: 'left' });
  });

  it('has it at once from every other token', () => {
    const screen = open(input({ otpCard: 1 }));
    screen.leave();
    expect(screen.output()).toEqual({ reason: 'left' });
    expect(screen.ports['device-code'].calls[0]?.isAborted()).toBe(true);
  });
});

describe('the default authenticator', () => {
  const DEFAULTS: readonly (readonly [
    string,
    TypeCode,
    'device-code' | 'qr',
    TypeCode | null,
    boolean,
    string | null,
  ])[] = [
    ['a ticked card is set', '7', 'device-code', null, true, '7'],
    ['a ticked Yubikey is set', '8', 'device-code', null, true, '8'],
    ['a ticked QR code is set', '11', 'qr', null, true, '11'],
    ['a default that is unticked is cleared', '7', 'device-code', '7', false, '98'],
    ['an unticked token that is not the default changes nothing', '7', 'device-code', '8', false, null],
    ['a ticked app needs no call of its own', '9', 'device-code', null, true, null],
    ['an unticked app needs no call of its own', '9', 'device-code', '9', false, null],
  ];

  it.each(DEFAULTS)('%s', async (_name, code, flow, secondDefault, isTicked, saved) => {
    const ranks = { otpCard: 1, yubikey: 1, qrCode: 1, mobileOtp: 1 };
    const screen = open(input(ranks, { policy: { secondDefault } }));
    await screen.switchTo(code);
    screen.tick(isTicked);
    await screen.ports[flow].answer(AUTHENTICATED);
    expect(screen.ports.saveDefault.calls.map(({ input: given }) => given)).toEqual(
      saved === null ? [] : [{ userId: 'park', type: 'oidc', code: saved }],
    );
    if (saved !== null) await screen.ports.saveDefault.answer(success(undefined));
    expect(screen.output()).toEqual(AUTHENTICATED);
  });

  it('is not asked for when a new password comes first: nobody is signed in yet', async () => {
    const screen = open(input({ otpCard: 1 }));
    screen.tick(true);
    await screen.ports['device-code'].answer({ reason: 'authenticated', login: login({ to: '/change' }) });
    expect(screen.ports.saveDefault.calls).toHaveLength(0);
    expect(screen.output()).toMatchObject({ reason: 'authenticated' });
  });

  it.each(['refused', 'broken', 'slow'])('holds no login up when its call is %s', async (how) => {
    const screen = open(input({ otpCard: 1 }));
    screen.tick(true);
    await screen.ports['device-code'].answer(AUTHENTICATED);
    if (how === 'refused') await screen.ports.saveDefault.answer(failed(UNREACHABLE));
    else if (how === 'broken') await screen.ports.saveDefault.fail();
    else await screen.clock.advance(SAVING_TIMEOUT);
    expect(screen.output()).toEqual(AUTHENTICATED);
  });

  it('follows the token: the box of another one tells of that one', async () => {
    const screen = open(input({ sms: 1, otpCard: 2 }, { policy: { secondDefault: '7' } }));
    screen.tick(true);
    await screen.switchTo('7');
    expect(screen.context().isDefault).toBe(true);
    await screen.switchTo('1');
    expect(screen.context().isDefault).toBe(false);
  });
});

it('the box for this browser goes with the login of whatever token is on, where the policy has it', async () => {
  const screen = open(input({ sms: 1, otpCard: 2 }, { policy: { rememberBrowserDays: 30 } }));
  screen.actor.send({ type: 'remember.toggled', remembers: true });
  await screen.switchTo('7');
  expect(screen.ports['device-code'].waiting().input).toMatchObject({
    boxes: { always: false, alwaysSend: false, remembers: true },
  });
  const other = open(input({ otpCard: 1 }));
  other.actor.send({ type: 'remember.toggled', remembers: true });
  expect(other.context().remembers).toBe(false);
});

it('a person without a token of the second step is led back', () => {
  const screen = open(input({}));
  expect(screen.actor.getSnapshot().value).toBe('unavailable');
  screen.actor.send({ type: 'second.back' });
  expect(screen.output()).toEqual({ reason: 'back' });
});

it('a token that the server no longer takes begins the second step again', async () => {
  const screen = open(input({ otpCard: 1 }));
  await screen.ports['device-code'].answer({ reason: 'outdated' });
  expect(screen.output()).toEqual({ reason: 'outdated' });
});

it('a flow that broke is told, and begins anew', async () => {
  const screen = open(input({ otpCard: 1 }));
  await screen.ports['device-code'].fail();
  expect([screen.actor.getSnapshot().value, screen.output()]).toEqual(['failed', undefined]);
  screen.actor.send({ type: 'failure.dismissed' });
  expect(screen.ports['device-code'].isWaiting()).toBe(true);
});
