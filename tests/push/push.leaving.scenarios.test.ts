import { describe, expect, it } from 'vitest';
import { PUSH_ID } from '#cases/push/samples.ts';
import { loginResult } from '#cases/samples.ts';
import { WITHDRAWAL_TIMEOUT } from '#machines/push/push.setup.ts';
import { success } from '#machines/shared/result.ts';
import { NOW, open, PERIOD } from './input.ts';

const DONE = success(loginResult());

describe('leaving the push screen', () => {
  describe.each([
    ['screen.leave', 'left'],
    ['method.change', 'other'],
  ] as const)('by %s', (type, reason) => {
    it('first withdraws the push', async () => {
      const screen = await open();
      await screen.receivePush();
      await screen.send({ type });
      expect(screen.output()).toBeUndefined();
      await screen.ports.withdrawPush.answer(success(undefined));
      expect([screen.output(), screen.storedPush()]).toEqual([{ reason }, null]);
      expect(screen.clock.timerCount).toBe(0);
    });

    it('ends immediately without a push', async () => {
      const screen = await open();
      await screen.send({ type });
      expect(screen.output()).toEqual({ reason });
      expect(screen.ports.withdrawPush.calls).toHaveLength(0);
    });
  });

  it('during the request of a push waits for its ID, but not longer than the timeout', async () => {
    const screen = await open();
    await screen.request();
    await screen.send({ type: 'screen.leave' });
    await screen.ports.requestPush.answer(
      success({ id: PUSH_ID, period: PERIOD, isNotified: true, at: NOW }),
    );
    expect(screen.ports.withdrawPush.waiting().input).toMatchObject({ id: PUSH_ID });
    await screen.ports.withdrawPush.answer(success(undefined));
    expect(screen.output()).toEqual({ reason: 'left' });

    const slow = await open();
    await slow.request();
    await slow.send({ type: 'screen.leave' });
    await slow.clock.advance(WITHDRAWAL_TIMEOUT);
    expect(slow.output()).toEqual({ reason: 'left' });
  });

  it('is not undone by a late approval', async () => {
    const screen = await open();
    await screen.receivePush();
    const poll = screen.ports.checkPush.waiting();
    await screen.send({ type: 'screen.leave' });
    await screen.ports.withdrawPush.answer(success(undefined));
    await poll.answer({ check: success('A'), at: NOW });
    expect(screen.output()).toEqual({ reason: 'left' });
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('is not possible during a login that the server may have finished', async () => {
    const screen = await open();
    await screen.receivePush();
    await screen.answerPoll('A');
    expect(screen.actor.getSnapshot().can({ type: 'method.change' })).toBe(false);
    await screen.send({ type: 'method.change' });
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it('for another method is not possible when there is none', async () => {
    const screen = await open({ hasOtherMethods: false });
    await screen.send({ type: 'method.change' });
    expect(screen.value()).toEqual({ idle: 'fresh' });
  });
});
