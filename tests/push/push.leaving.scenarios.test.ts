import { describe, expect, it } from 'vitest';
import { PUSH_ID } from '#cases/push/samples.ts';
import { login } from '#cases/samples.ts';
import { WITHDRAWAL_TIMEOUT } from '#machines/push/push.setup.ts';
import { success } from '#machines/shared/result.ts';
import { NOW, open, PERIOD } from './input.ts';

const DONE = success(login());

describe('who leaves', () => {
  it.each([
    ['screen.leave', 'left'],
    ['method.change', 'other'],
  ] as const)('by %s takes the push off the phone first', async (type, reason) => {
    const screen = await open();
    await screen.receive();
    await screen.send({ type });
    expect(screen.output()).toBeUndefined();
    await screen.ports.withdrawPush.answer(success(undefined));
    expect([screen.output(), screen.stored()]).toEqual([{ reason }, null]);
    expect(screen.clock.timers).toBe(0);
  });

  it.each([
    ['screen.leave', 'left'],
    ['method.change', 'other'],
  ] as const)('by %s with nothing under way just goes', async (type, reason) => {
    const screen = await open();
    await screen.send({ type });
    expect(screen.output()).toEqual({ reason });
    expect(screen.ports.withdrawPush.calls).toHaveLength(0);
  });

  it('before the push is known waits for its name, but not forever', async () => {
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

  it('is not called back by what comes late', async () => {
    const screen = await open();
    await screen.receive();
    const poll = screen.ports.checkPush.waiting();
    await screen.send({ type: 'screen.leave' });
    await screen.ports.withdrawPush.answer(success(undefined));
    await poll.answer({ check: success('A'), at: NOW });
    expect(screen.output()).toEqual({ reason: 'left' });
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('gives up no login that the server may have finished: the method is not changed meanwhile', async () => {
    const screen = await open();
    await screen.receive();
    await screen.look('A');
    expect(screen.actor.getSnapshot().can({ type: 'method.change' })).toBe(false);
    await screen.send({ type: 'method.change' });
    await screen.ports.logIn.answer(DONE);
    expect(screen.output()).toEqual({ reason: 'authenticated', login: login() });
  });

  it('cannot change the method where there is no other', async () => {
    const screen = await open({ hasOtherMethods: false });
    await screen.send({ type: 'method.change' });
    expect(screen.value()).toEqual({ idle: 'fresh' });
  });
});
