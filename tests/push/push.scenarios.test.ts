import { describe, expect, it } from 'vitest';
import { PUSH_ID } from '#cases/push/samples.ts';
import { login, rejected, terms } from '#cases/samples.ts';
import { PUSH_LIFETIME, WITHDRAWAL_TIMEOUT } from '#machines/push/push.setup.ts';
import { DECLINED } from '#machines/push/verdict.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NOW, open, PERIOD } from './input.ts';

const DONE = success(login());

describe('a push', () => {
  it('is asked for by a press, kept for a reload, and waits as long as the server says', async () => {
    const screen = await open();
    expect(screen.value()).toEqual({ idle: 'fresh' });
    await screen.receive(20_000);
    expect(screen.stored()).toEqual({ id: PUSH_ID, validUntil: NOW + 20_000 });
    await screen.look('X');
    await screen.clock.advance(19_900);
    expect(screen.isWaiting()).toBe(true);
    await screen.clock.advance(100);
    expect(screen.value()).toEqual({ idle: 'expired' });
    expect(screen.stored()).toBeNull();
  });

  it('that nobody has answered in time is taken off the phone, and another can be asked for', async () => {
    const screen = await open();
    await screen.receive(20_000);
    await screen.clock.advance(20_000);
    expect(screen.ports.withdrawPush.waiting().input).toMatchObject({ id: PUSH_ID });
    await screen.request();
    expect(screen.value()).toEqual({ requesting: 'awaited' });
  });

  it.each([
    ['45 s when the server names no period', { lifetime: null }, null, PUSH_LIFETIME],
    ['its own time in the second step, whatever the server says', { lifetime: 45_000 }, 20_000, 45_000],
  ])('waits %s', async (_name, changes, period, lasts) => {
    const screen = await open(changes);
    await screen.receive(period);
    expect(screen.context().push?.validUntil).toBe(NOW + lasts);
  });

  it.each(['A', 'O', '?'])('goes on to the login with the check %s in the first step', async (check) => {
    const screen = await open();
    await screen.receive();
    await screen.look(check);
    expect(screen.ports.logIn.waiting().input).toEqual({
      ...terms(),
      userId: 'kim',
      tokenCode: '10',
      secret: PUSH_ID,
      check,
      boxes: NO_BOXES,
    });
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: login() });
  });

  it('goes on by A alone in the second step: O shows 010', async () => {
    const screen = await open({ success: 'approved' });
    await screen.receive();
    await screen.look('O');
    expect([screen.value(), screen.context().failure]).toEqual(['refused', DECLINED]);
    // The words of the first step, where the server names the reason.
    expect(DECLINED).toMatchObject({ code: '010', details: { reason: 'pushDenied' } });
    expect(screen.ports.logIn.calls).toHaveLength(0);
    await screen.send({ type: 'failure.dismissed' });
    await screen.request();
    await screen.ports.requestPush.answer(success({ id: 'next', period: PERIOD, isNotified: true, at: NOW }));
    await screen.look('A');
    expect(screen.ports.logIn.isWaiting()).toBe(true);
  });

  it('starts by itself once, and not over one that still waits', async () => {
    const screen = await open({ autoStarts: true });
    expect(screen.value()).toEqual({ requesting: 'awaited' });
    await screen.ports.requestPush.answer(failed(UNREACHABLE));
    await screen.send({ type: 'failure.dismissed' });
    expect(screen.value()).toEqual({ idle: 'fresh' });
    expect(screen.ports.requestPush.calls).toHaveLength(1);

    const again = await open({ autoStarts: true, pending: { id: PUSH_ID, validUntil: NOW + 30_000 } });
    expect([again.isWaiting(), again.ports.requestPush.calls.length]).toEqual([true, 0]);
    await again.look('X');
    await again.clock.advance(30_000);
    expect(again.value()).toEqual({ idle: 'expired' });
  });

  it('is one, however often it is asked for', async () => {
    const screen = await open();
    await screen.request();
    await screen.request();
    expect(screen.ports.requestPush.calls).toHaveLength(1);
  });
});

describe('the looks', () => {
  it('are a second apart, and at once when one took longer', async () => {
    const screen = await open();
    await screen.receive();
    await screen.look('X');
    await screen.clock.advance(900);
    expect(screen.ports.checkPush.calls).toHaveLength(1);
    await screen.clock.advance(100);
    expect(screen.ports.checkPush.calls).toHaveLength(2);
    await screen.clock.advance(5000);
    expect(screen.ports.checkPush.calls).toHaveLength(2);
    await screen.look('X');
    expect(screen.ports.checkPush.calls).toHaveLength(3);
  });

  it('go on through 10 s without a network and errors of the server, and say so', async () => {
    const screen = await open();
    await screen.receive();
    for (const failure of [...Array(9).fill(UNREACHABLE), rejected('500', 503)]) {
      await screen.ports.checkPush.answer({ check: failed(failure), at: NOW + screen.clock.now() });
      expect([screen.isWaiting(), screen.context().hasPollFailed]).toEqual([true, true]);
      await screen.clock.advance(1000);
    }
    await screen.look('X');
    expect(screen.context().hasPollFailed).toBe(false);
    await screen.clock.advance(1000);
    await screen.look('A');
    expect(screen.value()).toEqual({ proving: 'completing' });
  });

  it.each([401, 404])('end at %i', async (status) => {
    const screen = await open();
    await screen.receive();
    await screen.ports.checkPush.answer({ check: failed(rejected('', status)), at: NOW });
    expect(screen.value()).toBe('refused');
    expect(screen.stored()).toEqual({ id: PUSH_ID, validUntil: NOW + PERIOD });
    await screen.send({ type: 'failure.dismissed' });
    expect(screen.stored()).toBeNull();
    if (status === 401) expect(screen.output()).toEqual({ reason: 'outdated' });
    else expect(screen.value()).toEqual({ idle: 'fresh' });
    await screen.clock.advance(PERIOD);
    expect(screen.ports.checkPush.calls).toHaveLength(1);
  });

  it('after a sleep find the time over, by the clock and not by the timers', async () => {
    const screen = await open();
    await screen.receive();
    await screen.ports.checkPush.answer({ check: failed(UNREACHABLE), at: NOW + 3_600_000 });
    expect(screen.value()).toEqual({ idle: 'expired' });
  });

  it('honour an approval that comes after the own clock says it is over', async () => {
    const screen = await open();
    await screen.receive();
    await screen.ports.checkPush.answer({ check: success('A'), at: NOW + PERIOD });
    expect(screen.value()).toEqual({ proving: 'completing' });
  });
});

describe('of two things that happen together', () => {
  it('the look before the cancel logs in; the cancel before the look withdraws', async () => {
    const first = await open();
    await first.receive();
    await first.look('A');
    await first.send({ type: 'push.cancel' });
    expect([first.value(), first.ports.withdrawPush.calls.length]).toEqual([{ proving: 'completing' }, 0]);

    const second = await open();
    await second.receive();
    const poll = second.ports.checkPush.waiting();
    await second.send({ type: 'push.cancel' });
    await poll.answer({ check: success('A'), at: NOW });
    expect([poll.isAborted(), second.value()]).toEqual([true, 'withdrawing']);
    expect(second.ports.logIn.calls).toHaveLength(0);
  });

  it('the look before the end logs in; the end before the look is the end', async () => {
    const first = await open();
    await first.receive(2000);
    await first.clock.advance(1900);
    await first.look('A');
    await first.clock.advance(100);
    expect(first.value()).toEqual({ proving: 'completing' });

    const second = await open();
    await second.receive(2000);
    const poll = second.ports.checkPush.waiting();
    await second.clock.advance(2000);
    await poll.answer({ check: success('A'), at: NOW + 2000 });
    expect(second.value()).toEqual({ idle: 'expired' });
    expect(second.ports.logIn.calls).toHaveLength(0);
  });
});

describe('a cancel', () => {
  it('closes the modal at once, withdraws the push, and says what to do next', async () => {
    const screen = await open();
    await screen.receive();
    await screen.send({ type: 'push.cancel' });
    expect(screen.isWaiting()).toBe(false);
    expect(screen.ports.withdrawPush.waiting().input).toMatchObject({ id: PUSH_ID });
    await screen.ports.withdrawPush.answer(success(undefined));
    expect([screen.value(), screen.stored()]).toEqual([{ idle: 'cancelled' }, null]);
  });

  it.each(['is refused', 'breaks', 'gets no answer'])('is one even if the withdrawal %s', async (how) => {
    const screen = await open();
    await screen.receive();
    await screen.send({ type: 'push.cancel' });
    if (how === 'is refused') await screen.ports.withdrawPush.answer(failed(rejected('', 500)));
    if (how === 'breaks') await screen.ports.withdrawPush.fail();
    if (how === 'gets no answer') await screen.clock.advance(WITHDRAWAL_TIMEOUT);
    expect(screen.value()).toEqual({ idle: 'cancelled' });
  });
});

describe('a login that fails', () => {
  it('by a refusal ends the push', async () => {
    const screen = await open();
    await screen.receive();
    await screen.look('O');
    await screen.ports.logIn.answer(failed(rejected('010_3', 400, '늦었어요')));
    expect(screen.value()).toBe('refused');
    await screen.send({ type: 'failure.dismissed' });
    expect([screen.value(), screen.stored()]).toEqual([{ idle: 'fresh' }, null]);
  });

  it('without an answer looks again: the approval may still serve', async () => {
    const screen = await open();
    await screen.receive();
    await screen.look('A');
    await screen.ports.logIn.answer(failed(UNREACHABLE));
    await screen.send({ type: 'failure.dismissed' });
    await screen.ports.readClock.answer(NOW + 5000);
    await screen.look('A');
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: login() });
    expect(screen.ports.requestPush.calls).toHaveLength(1);
  });
});
