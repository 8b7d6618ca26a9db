import { describe, expect, it } from 'vitest';
import { PUSH_ID } from '#cases/push/samples.ts';
import { loginParameters, loginResult, rejected } from '#cases/samples.ts';
import { PUSH_DENIED } from '#machines/push/poll-meaning.ts';
import { PUSH_LIFETIME, WITHDRAWAL_TIMEOUT } from '#machines/push/push.setup.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { NOW, open, PERIOD } from './input.ts';

const DONE = success(loginResult());

describe('a push', () => {
  it('is requested by its button, stored for a reload, and pending for the period of the server', async () => {
    const screen = await open();
    expect(screen.value()).toEqual({ idle: 'fresh' });
    await screen.receivePush(20_000);
    expect(screen.storedPush()).toEqual({ id: PUSH_ID, validUntil: NOW + 20_000 });
    await screen.answerPoll('X');
    await screen.clock.advance(19_900);
    expect(screen.isWaiting()).toBe(true);
    await screen.clock.advance(100);
    expect(screen.value()).toEqual({ idle: 'expired' });
    expect(screen.storedPush()).toBeNull();
  });

  it('is withdrawn when it has expired, and another can be requested', async () => {
    const screen = await open();
    await screen.receivePush(20_000);
    await screen.clock.advance(20_000);
    expect(screen.ports.withdrawPush.waiting().input).toMatchObject({ id: PUSH_ID });
    await screen.request();
    expect(screen.value()).toEqual({ requesting: 'awaited' });
  });

  it.each([
    ['for 45 s when the server sends no period', { lifetime: null }, null, PUSH_LIFETIME],
    ['for the lifetime of the second step, whatever the server sends', { lifetime: 45_000 }, 20_000, 45_000],
  ])('is valid %s', async (_name, changes, period, lifetime) => {
    const screen = await open(changes);
    await screen.receivePush(period);
    expect(screen.context().push?.validUntil).toBe(NOW + lifetime);
  });

  it('ends after the maximum timer of a browser when the server sends a longer period', async () => {
    const screen = await open();
    await screen.receivePush(2 ** 33);
    await screen.answerPoll('X');
    await screen.clock.advance(2 ** 31 - 2);
    expect(screen.isWaiting()).toBe(true);
    await screen.clock.advance(1);
    expect(screen.value()).toEqual({ idle: 'expired' });
  });

  it.each(['A', 'O', '?'])('continues to the login with the result %s in the first step', async (check) => {
    const screen = await open();
    await screen.receivePush();
    await screen.answerPoll(check);
    expect(screen.ports.logIn.waiting().input).toEqual({
      ...loginParameters(),
      userId: 'kim',
      tokenCode: '10',
      secret: PUSH_ID,
      check,
      boxes: NO_BOXES,
    });
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it('continues only with A in the second step, and O shows the error 010', async () => {
    const screen = await open({ success: 'approved' });
    await screen.receivePush();
    await screen.answerPoll('O');
    expect([screen.value(), screen.context().failure]).toEqual(['refused', PUSH_DENIED]);
    // The first step shows the same text for this reason of the server.
    expect(PUSH_DENIED).toMatchObject({ code: '010', details: { reason: 'pushDenied' } });
    expect(screen.ports.logIn.calls).toHaveLength(0);
    await screen.send({ type: 'failure.dismissed' });
    await screen.request();
    await screen.ports.requestPush.answer(success({ id: 'next', period: PERIOD, isNotified: true, at: NOW }));
    await screen.answerPoll('A');
    expect(screen.ports.logIn.isWaiting()).toBe(true);
  });

  it('is requested automatically once, and not while another one is pending', async () => {
    const screen = await open({ autoStarts: true });
    expect(screen.value()).toEqual({ requesting: 'awaited' });
    await screen.ports.requestPush.answer(failed(UNREACHABLE));
    await screen.send({ type: 'failure.dismissed' });
    expect(screen.value()).toEqual({ idle: 'fresh' });
    expect(screen.ports.requestPush.calls).toHaveLength(1);

    const reloaded = await open({ autoStarts: true, pending: { id: PUSH_ID, validUntil: NOW + 30_000 } });
    expect([reloaded.isWaiting(), reloaded.ports.requestPush.calls.length]).toEqual([true, 0]);
    await reloaded.answerPoll('X');
    await reloaded.clock.advance(30_000);
    expect(reloaded.value()).toEqual({ idle: 'expired' });
  });

  it('is requested once by two presses', async () => {
    const screen = await open();
    await screen.request();
    await screen.request();
    expect(screen.ports.requestPush.calls).toHaveLength(1);
  });
});

describe('the polls of a push', () => {
  it('follow each other after a second, or immediately when one took longer', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.answerPoll('X');
    await screen.clock.advance(900);
    expect(screen.ports.checkPush.calls).toHaveLength(1);
    await screen.clock.advance(100);
    expect(screen.ports.checkPush.calls).toHaveLength(2);
    await screen.clock.advance(5000);
    expect(screen.ports.checkPush.calls).toHaveLength(2);
    await screen.answerPoll('X');
    expect(screen.ports.checkPush.calls).toHaveLength(3);
  });

  it('continue during 10 s without a network or with errors of the server, and report them', async () => {
    const screen = await open();
    await screen.receivePush();
    for (const failure of [...Array(9).fill(UNREACHABLE), rejected('500', 503)]) {
      await screen.ports.checkPush.answer({ check: failed(failure), at: NOW + screen.clock.now() });
      expect([screen.isWaiting(), screen.context().hasPollFailed]).toEqual([true, true]);
      await screen.clock.advance(1000);
    }
    await screen.answerPoll('X');
    expect(screen.context().hasPollFailed).toBe(false);
    await screen.clock.advance(1000);
    await screen.answerPoll('A');
    expect(screen.value()).toEqual({ proving: 'completing' });
  });

  it.each([401, 404])('end after the status %i', async (status) => {
    const screen = await open();
    await screen.receivePush();
    await screen.ports.checkPush.answer({ check: failed(rejected('', status)), at: NOW });
    expect(screen.value()).toBe('refused');
    expect(screen.storedPush()).toEqual({ id: PUSH_ID, validUntil: NOW + PERIOD });
    await screen.send({ type: 'failure.dismissed' });
    expect(screen.storedPush()).toBeNull();
    if (status === 401) expect(screen.output()).toEqual({ reason: 'outdated' });
    else expect(screen.value()).toEqual({ idle: 'fresh' });
    await screen.clock.advance(PERIOD);
    expect(screen.ports.checkPush.calls).toHaveLength(1);
  });

  it('end a push that has expired by the clock while the device was asleep', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.ports.checkPush.answer({ check: failed(UNREACHABLE), at: NOW + 3_600_000 });
    expect(screen.value()).toEqual({ idle: 'expired' });
  });

  it('accept an approval after the push has expired by the own clock', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.ports.checkPush.answer({ check: success('A'), at: NOW + PERIOD });
    expect(screen.value()).toEqual({ proving: 'completing' });
  });
});

describe('a race with an approval', () => {
  it('logs in when the poll precedes the cancellation, and withdraws the push when it follows', async () => {
    const first = await open();
    await first.receivePush();
    await first.answerPoll('A');
    await first.send({ type: 'push.cancel' });
    expect([first.value(), first.ports.withdrawPush.calls.length]).toEqual([{ proving: 'completing' }, 0]);

    const second = await open();
    await second.receivePush();
    const poll = second.ports.checkPush.waiting();
    await second.send({ type: 'push.cancel' });
    await poll.answer({ check: success('A'), at: NOW });
    expect([poll.isAborted(), second.value()]).toEqual([true, 'withdrawing']);
    expect(second.ports.logIn.calls).toHaveLength(0);
  });

  it('logs in when the poll precedes the expiry, and expires when it follows', async () => {
    const first = await open();
    await first.receivePush(2000);
    await first.clock.advance(1900);
    await first.answerPoll('A');
    await first.clock.advance(100);
    expect(first.value()).toEqual({ proving: 'completing' });

    const second = await open();
    await second.receivePush(2000);
    const poll = second.ports.checkPush.waiting();
    await second.clock.advance(2000);
    await poll.answer({ check: success('A'), at: NOW + 2000 });
    expect(second.value()).toEqual({ idle: 'expired' });
    expect(second.ports.logIn.calls).toHaveLength(0);
  });
});

describe('a cancellation', () => {
  it('closes the modal immediately and withdraws the push', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.send({ type: 'push.cancel' });
    expect(screen.isWaiting()).toBe(false);
    expect(screen.ports.withdrawPush.waiting().input).toMatchObject({ id: PUSH_ID });
    await screen.ports.withdrawPush.answer(success(undefined));
    expect([screen.value(), screen.storedPush()]).toEqual([{ idle: 'cancelled' }, null]);
  });

  it.each(['is refused', 'throws an error', 'gets no answer'])(
    'has an effect even if the withdrawal %s',
    async (problem) => {
      const screen = await open();
      await screen.receivePush();
      await screen.send({ type: 'push.cancel' });
      if (problem === 'is refused') await screen.ports.withdrawPush.answer(SERVER_ERROR);
      if (problem === 'throws an error') await screen.ports.withdrawPush.fail();
      if (problem === 'gets no answer') await screen.clock.advance(WITHDRAWAL_TIMEOUT);
      expect(screen.value()).toEqual({ idle: 'cancelled' });
    },
  );
});

describe('a failed login', () => {
  it('ends the push when it was refused', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.answerPoll('O');
    await screen.ports.logIn.answer(failed(rejected('010_3', 400, '늦었어요')));
    expect(screen.value()).toBe('refused');
    await screen.send({ type: 'failure.dismissed' });
    expect([screen.value(), screen.storedPush()]).toEqual([{ idle: 'fresh' }, null]);
  });

  it('without an answer polls the push again, whose approval may still be valid', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.answerPoll('A');
    await screen.ports.logIn.answer(failed(UNREACHABLE));
    await screen.send({ type: 'failure.dismissed' });
    await screen.ports.readClock.answer(NOW + 5000);
    await screen.answerPoll('A');
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: loginResult() });
    expect(screen.ports.requestPush.calls).toHaveLength(1);
  });
});
