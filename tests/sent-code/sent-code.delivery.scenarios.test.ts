import { describe, expect, it } from 'vitest';
import { rejected, SERVICE } from '#cases/samples.ts';
import { sentCodeMachine } from '#machines/sent-code/sent-code.machine.ts';
import { CODE_LIFETIME, CODE_WARNING } from '#machines/sent-code/sent-code.setup.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { AUTO, input } from './input.ts';
import { MINUTE, NOW, open, receive, type Screen } from './screen.ts';

describe('a send of a code', () => {
  it('first gets a send token, then sends the code, and stores its expiry', async () => {
    const screen = await open({ tokenCode: '2' });
    expect(screen.delivery()).toBe('unsent');
    expect(screen.ports.grantSendToken.calls).toHaveLength(0);
    await screen.send();
    expect(screen.ports.grantSendToken.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
    await screen.ports.grantSendToken.answer(success('send-token'));
    expect(screen.ports.sendCode.waiting().input).toEqual({
      userId: 'kim',
      clientId: SERVICE,
      channel: 'internalMail',
      sendToken: 'send-token',
    });
    await screen.ports.sendCode.answer(success({ at: NOW }));
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    expect(screen.storePending.mock.calls).toEqual([[{ tokenCode: '2', validUntil: NOW + CODE_LIFETIME }]]);
  });

  it('removes the message of an empty field', async () => {
    const screen = await open();
    screen.actor.send({ type: 'code.submitted', code: '' });
    expect(screen.context().problem).toBe('info.enter.otp.alert');
    await screen.send();
    expect(screen.context().problem).toBeNull();
  });

  it('happens once when it is requested several times', async () => {
    const screen = await open();
    await screen.send();
    await screen.send();
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.send();
    expect([screen.ports.grantSendToken.calls.length, screen.ports.sendCode.calls.length]).toEqual([1, 1]);
  });

  it('uses the same send token when repeated, and restarts the countdown', async () => {
    const screen = await open();
    await receive(screen);
    await screen.clock.advance(4 * MINUTE + 30_000);
    expect(screen.delivery()).toEqual({ sent: 'ending' });
    await receive(screen, NOW + 5 * MINUTE);
    expect(screen.ports.grantSendToken.calls).toHaveLength(1);
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    await screen.clock.advance(4 * MINUTE - 1);
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    expect(screen.context().validUntil).toBe(NOW + 10 * MINUTE);
  });
});

describe('the lifetime of a sent code', () => {
  it('is 300 s, with a warning at least 20 s before the end', () => {
    expect(CODE_LIFETIME).toBe(300_000);
    expect(CODE_WARNING).toBeGreaterThanOrEqual(20_000);
  });

  it('has a warning before its end, and another code can be sent after it', async () => {
    const screen = await open();
    await receive(screen);
    await screen.clock.advance(CODE_LIFETIME - CODE_WARNING - 1);
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    await screen.clock.advance(1);
    expect(screen.delivery()).toEqual({ sent: 'ending' });
    expect(screen.actor.getSnapshot().hasTag('ending')).toBe(true);
    await screen.clock.advance(CODE_WARNING - 1);
    expect(screen.delivery()).toEqual({ sent: 'ending' });
    await screen.clock.advance(1);
    expect(screen.delivery()).toBe('expired');
    await receive(screen, NOW + CODE_LIFETIME);
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
  });

  it('does not prevent an expired code from being submitted, since the server decides', async () => {
    const screen = await open();
    await receive(screen);
    await screen.clock.advance(CODE_LIFETIME);
    await screen.submit('123456');
    expect(screen.ports.logIn.waiting().input).toMatchObject({ secret: '123456' });
  });

  it('continues while a typed code is checked', async () => {
    const screen = await open();
    await receive(screen);
    await screen.submit('123456');
    await screen.clock.advance(CODE_LIFETIME);
    expect([screen.delivery(), screen.proof()]).toEqual(['expired', { checking: 'completing' }]);
  });
});

describe('a code that was sent before a reload', () => {
  it('is valid for its remaining time, and no other is sent', async () => {
    const screen = await open({
      validUntil: NOW + 100_000,
      ...AUTO,
    });
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    expect(screen.ports.grantSendToken.calls).toHaveLength(0);
    await screen.clock.advance(40_000);
    expect(screen.delivery()).toEqual({ sent: 'ending' });
    await screen.clock.advance(60_000);
    expect(screen.delivery()).toBe('expired');
    expect(screen.ports.grantSendToken.calls).toHaveLength(0);
  });

  it('has a warning immediately when little time remains', async () => {
    const screen = await open({ validUntil: NOW + 30_000 });
    await screen.clock.advance(1);
    expect(screen.delivery()).toEqual({ sent: 'ending' });
  });

  it.each([0, -1])('has expired when %i ms remain', async (remaining) => {
    const screen = await open({ validUntil: NOW + remaining });
    expect(screen.delivery()).toBe('expired');
  });

  it('is replaced automatically when it has expired and the default method sends automatically', async () => {
    const screen = await open({ validUntil: NOW - 1, ...AUTO });
    expect(screen.delivery()).toBe('granting');
  });

  it('is ignored when the clock cannot be read, and another can be sent', async () => {
    const screen = start(sentCodeMachine, input({ validUntil: NOW }));
    await screen.ports.readClock.fail();
    expect(screen.actor.getSnapshot().value).toMatchObject({ working: { delivery: 'unsent' } });
  });
});

describe('the automatic send', () => {
  it('happens once when the default method sends automatically', async () => {
    const screen = await open({ ...AUTO });
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.ports.sendCode.answer(success({ at: NOW }));
    await screen.clock.advance(CODE_LIFETIME);
    expect(screen.delivery()).toBe('expired');
    expect(screen.ports.sendCode.calls).toHaveLength(1);
  });

  it.each([
    ['with another default method', { always: false, alwaysSend: false }],
    ['whose default method does not send', { always: true, alwaysSend: false }],
  ])('does not happen for a person %s', async (_name, boxes) => {
    const screen = await open({ boxes });
    expect(screen.delivery()).toBe('unsent');
    expect(screen.ports.grantSendToken.calls).toHaveLength(0);
  });

  it('does not happen again after a failure', async () => {
    const screen = await open({ ...AUTO });
    await screen.ports.grantSendToken.answer(failed(UNREACHABLE));
    screen.actor.send({ type: 'delivery.dismissed' });
    await screen.ports.readClock.answer(NOW);
    expect(screen.delivery()).toBe('unsent');
    expect(screen.ports.grantSendToken.calls).toHaveLength(1);
  });
});

describe('a failed send of a code', () => {
  const GATEWAY = rejected('012', 502, '문자를 보내지 못했어요.');

  it('shows the failure, and can be repeated', async () => {
    const screen = await open();
    await screen.send();
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.ports.sendCode.answer(failed(GATEWAY));
    expect(screen.delivery()).toBe('undelivered');
    expect(screen.context().sendFailure).toEqual(GATEWAY);
    expect(screen.storePending).not.toHaveBeenCalled();
    screen.actor.send({ type: 'delivery.dismissed' });
    await screen.ports.readClock.answer(NOW);
    expect([screen.delivery(), screen.context().sendFailure]).toEqual(['unsent', null]);
    await receive(screen);
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
    expect(screen.ports.grantSendToken.calls).toHaveLength(1);
  });

  it('leaves the previous code valid for its remaining time', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.ports.sendCode.answer(failed(GATEWAY));
    screen.actor.send({ type: 'delivery.dismissed' });
    await screen.ports.readClock.answer(NOW + 4 * MINUTE + 30_000);
    expect(screen.delivery()).toMatchObject({ sent: expect.anything() });
    await screen.clock.advance(30_000);
    expect(screen.delivery()).toBe('expired');
  });

  it.each<[string, (screen: Screen) => Promise<void>, Failure]>([
    [
      'the send token is refused',
      ({ ports }) => ports.grantSendToken.answer(SERVER_ERROR),
      rejected('', 500),
    ],
    ['the port of the send token throws an error', ({ ports }) => ports.grantSendToken.fail(), UNEXPECTED],
  ])('is shown when %s', async (_name, fail, failure) => {
    const screen = await open();
    await screen.send();
    await fail(screen);
    expect(screen.delivery()).toBe('undelivered');
    expect(screen.context().sendFailure).toEqual(failure);
  });

  it('is shown when the port of the send throws an error', async () => {
    const screen = await open();
    await screen.send();
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.ports.sendCode.fail();
    expect(screen.context().sendFailure).toEqual(UNEXPECTED);
  });
});
