import { describe, expect, it } from 'vitest';
import { pollAnswer, pollFailure, QR_CREATED_AT } from '#cases/qr/samples.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import { failed, success, UNEXPECTED } from '#machines/shared/result.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';
import { open, openWithCode } from './input.ts';

describe('an approval', () => {
  it('of a code for everybody identifies the person, and is valid for 60 s', async () => {
    const screen = await openWithCode();
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'lim', ms: 5000 }));
    expect(screen.output()).toEqual({
      reason: 'recognised',
      userId: 'lim',
      pending: { tokenCode: '11', kind: 'approval', id: 'qr-1', validUntil: QR_CREATED_AT + 65_000 },
    });
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('by the person signs in with the id of the code', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'kim' }));
    expect([screen.hasTag('busy'), screen.context().shownCode]).toEqual([true, null]);
    expect(screen.ports.logIn.waiting().input).toMatchObject({
      userId: 'kim',
      tokenCode: '11',
      secret: 'qr-1',
      check: 'A',
    });
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.output()).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it('by another account is shown as an approval without an identified user', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'lim' }));
    expect(screen.context().failure).toMatchObject({ code: '010_2' });
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('from before the password gate is used without another code', async () => {
    const screen = open({ userId: 'lim', approvedId: 'qr-0' });
    expect(screen.ports.createQr.calls).toHaveLength(0);
    expect(screen.ports.logIn.waiting().input).toMatchObject({ userId: 'lim', secret: 'qr-0' });
  });

  it('that is refused is not used again, and a new code is requested', async () => {
    const screen = open({ userId: 'lim', approvedId: 'qr-0' });
    await screen.ports.logIn.answer(failed(rejected('010_3')));
    expect(screen.actor.getSnapshot().context).toMatchObject({
      approvedId: null,
      failure: { code: '010_3' },
    });
    screen.actor.send({ type: 'failure.dismissed' });
    screen.actor.send({ type: 'qr.refresh' });
    expect(screen.ports.createQr.isWaiting()).toBe(true);
  });
});

describe('a failed poll', () => {
  it.each([
    ['declined', '010_1'],
    ['a wrong number', '010'],
  ])('after a refusal on the phone is shown: %s', async (_name, code) => {
    const screen = await openWithCode();
    await screen.ports.checkQr.answer(pollFailure(rejected(code, 200)));
    expect([screen.value(), screen.context().failure]).toEqual(['refused', rejected(code, 200)]);
    await screen.clock.advance(60_000);
    expect(screen.ports.checkQr.calls).toHaveLength(1);
    screen.actor.send({ type: 'failure.dismissed' });
    expect([screen.value(), screen.context().failure]).toEqual(['blank', null]);
  });

  it('of a port that throws an error is shown', async () => {
    const screen = await openWithCode();
    await screen.ports.checkQr.fail();
    expect(screen.context().failure).toEqual(UNEXPECTED);
  });
});

describe('a poll during the expiry of a code', () => {
  it('signs in when it brings an approval', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    await screen.clock.advance(QR_LIFETIME);
    expect(screen.hasTag('blank')).toBe(true);
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'kim', ms: QR_LIFETIME + 200 }));
    expect(screen.ports.logIn.waiting().input).toMatchObject({
      userId: 'kim',
      tokenCode: '11',
      secret: 'qr-1',
      check: 'A',
    });
  });

  it('does not undo an approval that came before', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    await screen.clock.advance(QR_LIFETIME - 1);
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'kim', ms: QR_LIFETIME - 1 }));
    await screen.clock.advance(60_000);
    expect([screen.value(), screen.hasTag('blank')]).toEqual([{ loggingIn: 'completing' }, false]);
  });

  it('changes nothing when it brings another answer', async () => {
    const screen = await openWithCode();
    await screen.clock.advance(QR_LIFETIME);
    await screen.ports.checkQr.answer(pollAnswer('X', { ms: QR_LIFETIME + 200 }));
    expect([screen.value(), screen.ports.checkQr.calls.length]).toEqual(['blank', 1]);
  });

  it('is ignored after a new code was requested', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    const [late] = screen.ports.checkQr.calls;
    await screen.clock.advance(QR_LIFETIME);
    await screen.refresh();
    expect(late?.isAborted()).toBe(true);
    await late?.answer(pollAnswer('A', { userId: 'kim' }));
    expect([screen.value(), screen.ports.logIn.calls.length]).toEqual(['drawing', 0]);
  });
});

describe('leaving the QR screen', () => {
  it.each([
    ['an unknown person to the ID entry', '', 'back'],
    ['a known person to the other methods', 'kim', 'other'],
  ])('leads %s', async (_name, userId, reason) => {
    const screen = await openWithCode({ userId });
    screen.actor.send({ type: 'qr.leave' });
    expect(screen.output()).toEqual({ reason });
  });

  it('is not possible without other methods', async () => {
    const screen = await openWithCode({ userId: 'kim', hasOtherMethods: false });
    screen.actor.send({ type: 'qr.leave' });
    expect(screen.actor.getSnapshot().can({ type: 'qr.leave' })).toBe(false);
    expect(screen.output()).toBeUndefined();
  });

  it('ends the poll and the timers, and a late approval does nothing', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    const [late] = screen.ports.checkQr.calls;
    screen.actor.send({ type: 'qr.leave' });
    expect([late?.isAborted(), screen.clock.timerCount]).toEqual([true, 0]);
    await late?.answer(pollAnswer('A', { userId: 'kim' }));
    await screen.clock.advance(60_000);
    expect([screen.ports.checkQr.calls.length, screen.ports.logIn.calls.length]).toEqual([1, 0]);
  });
});
