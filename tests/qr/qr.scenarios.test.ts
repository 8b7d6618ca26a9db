import { describe, expect, it } from 'vitest';
import { freshQr, pollAnswer, pollFailure, QR_CREATED_AT } from '#cases/qr/samples.ts';
import { rejected } from '#cases/samples.ts';
import { POLL_INTERVAL } from '#machines/shared/poll.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { QR_LIFETIME } from '#wire/qr-login.ts';
import { open, openWithCode, waitSeconds } from './input.ts';

describe('a QR code', () => {
  it('is requested immediately, and is valid for 15 s', async () => {
    const screen = open();
    expect(screen.actor.getSnapshot().hasTag('drawing')).toBe(true);
    await screen.ports.createQr.answer(success(freshQr()));
    expect(QR_LIFETIME).toBe(15_000);
    expect(screen.actor.getSnapshot().context).toMatchObject({
      shownCode: { qrId: 'qr-1', qr: freshQr().qr, validUntil: QR_CREATED_AT + 15_000 },
    });
  });

  it('cannot be refreshed before its end, and disappears at its end', async () => {
    const screen = await openWithCode();
    await waitSeconds(screen, 14);
    await screen.ports.checkQr.answer(pollAnswer('X'));
    await screen.clock.advance(999);
    await screen.refresh();
    expect([screen.hasTag('blank'), screen.ports.createQr.calls.length]).toEqual([false, 1]);
    await screen.clock.advance(1);
    expect(screen.hasTag('blank')).toBe(true);
    await screen.clock.advance(POLL_INTERVAL);
    expect([screen.value(), screen.context().shownCode]).toEqual(['blank', null]);
  });

  it('is followed on request by another one, which is valid for another 15 s', async () => {
    const screen = await openWithCode();
    await waitSeconds(screen, 16);
    await screen.refresh();
    expect(screen.hasTag('drawing')).toBe(true);
    await screen.ports.createQr.answer(success(freshQr({ qrId: 'qr-2', at: QR_CREATED_AT + 20_000 })));
    expect(screen.context().shownCode?.validUntil).toBe(QR_CREATED_AT + 35_000);
    expect(screen.ports.checkQr.waiting().input).toMatchObject({ qrId: 'qr-2' });
    await screen.ports.checkQr.answer({
      at: QR_CREATED_AT + 20_100,
      answer: success({ check: 'X', userId: '' }),
    });
    await screen.clock.advance(14_999);
    expect(screen.hasTag('blank')).toBe(false);
    await screen.clock.advance(1);
    expect(screen.hasTag('blank')).toBe(true);
  });

  it.each([
    ['refused', failed(rejected('tooManyCodes', 429)), rejected('tooManyCodes', 429)],
    ['not answered', failed(UNREACHABLE), UNREACHABLE],
  ])('that is %s shows the failure, and can be requested again', async (_name, answer, failure) => {
    const screen = open();
    await screen.ports.createQr.answer(answer);
    expect(screen.actor.getSnapshot().context.failure).toEqual(failure);
    screen.actor.send({ type: 'failure.dismissed' });
    screen.actor.send({ type: 'qr.refresh' });
    await screen.ports.createQr.answer(success(freshQr()));
    expect(screen.actor.getSnapshot().matches('shown')).toBe(true);
  });

  it('that the session may not request ends the flow for a new policy check', async () => {
    const screen = open({ userId: 'kim' });
    await screen.ports.createQr.answer(failed(rejected('notAuthorized', 401)));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
  });
});

describe('a reload of the QR screen', () => {
  const pending = { id: 'qr-0', validUntil: QR_CREATED_AT + 15_000 };

  it('shows the code for its remaining time, and then a new one can be requested', async () => {
    const screen = open({ userId: 'kim', pending });
    await screen.ports.readClock.answer(QR_CREATED_AT + 5000);
    expect(screen.ports.createQr.calls).toHaveLength(0);
    const qr = 'cubelogin://qr?id=qr-0&portal=https%3A%2F%2Fportal.example';
    const { validUntil } = pending;
    expect(screen.actor.getSnapshot().context.shownCode).toEqual({ qrId: 'qr-0', qr, validUntil });
    await screen.ports.checkQr.answer(pollAnswer('X', { ms: 5000 }));
    await screen.clock.advance(9999);
    expect(screen.actor.getSnapshot().hasTag('blank')).toBe(false);
    await screen.clock.advance(1);
    expect(screen.actor.getSnapshot().hasTag('blank')).toBe(true);
    screen.actor.send({ type: 'qr.refresh' });
    expect(screen.ports.createQr.waiting().input).toEqual({ userId: 'kim', appName: 'cubelogin' });
  });

  it('finds the stored code only while it is on the screen', async () => {
    const screen = await openWithCode({ userId: 'kim' });
    expect(screen.stored).toEqual([{ id: 'qr-1', validUntil: QR_CREATED_AT + 15_000 }]);
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'kim' }));
    expect(screen.stored.at(-1)).toBeNull();
  });
});

describe('a stored QR code', () => {
  it.each([
    [
      'has expired',
      (screen: ReturnType<typeof open>) => screen.ports.readClock.answer(QR_CREATED_AT + 15_000),
    ],
    ['cannot be compared with the clock', (screen: ReturnType<typeof open>) => screen.ports.readClock.fail()],
  ])('that %s is replaced by a new one', async (_name, answerClock) => {
    const screen = open({ userId: 'kim', pending: { id: 'qr-0', validUntil: QR_CREATED_AT + 15_000 } });
    await answerClock(screen);
    expect([screen.actor.getSnapshot().value, screen.ports.createQr.isWaiting()]).toEqual(['drawing', true]);
  });
});

it('a QR code whose text has more than its id is not stored, as it could not be shown again', async () => {
  const screen = open({ userId: 'kim' });
  await screen.ports.createQr.answer(success(freshQr({ qr: 'https://app.example/l/8f2c' })));
  expect(screen.stored).toEqual([null]);
});

describe('the polls of a QR code', () => {
  it('start immediately, and follow each other after a second', async () => {
    const screen = await openWithCode();
    const { checkQr } = screen.ports;
    expect(checkQr.waiting().input).toMatchObject({ qrId: 'qr-1' });
    await screen.clock.advance(400);
    await checkQr.answer(pollAnswer('X'));
    await screen.clock.advance(599);
    expect(checkQr.calls).toHaveLength(1);
    await screen.clock.advance(1);
    expect(checkQr.calls).toHaveLength(2);
  });

  it('follow each other immediately when an answer took longer, and never overlap', async () => {
    const screen = await openWithCode();
    await screen.clock.advance(3500);
    expect(screen.ports.checkQr.calls).toHaveLength(1);
    await screen.ports.checkQr.answer(pollAnswer('X'));
    expect(screen.ports.checkQr.calls).toHaveLength(2);
  });

  it('continue during 10 s without a network, and then accept an approval', async () => {
    const screen = await openWithCode();
    for (let second = 0; second < 10; second += 1) {
      await screen.ports.checkQr.answer(pollFailure(UNREACHABLE));
      await screen.clock.advance(POLL_INTERVAL);
    }
    expect(screen.ports.checkQr.calls).toHaveLength(11);
    await screen.ports.checkQr.answer(pollAnswer('A', { userId: 'lim', ms: 10_000 }));
    expect(screen.output()).toMatchObject({ reason: 'recognised', userId: 'lim' });
  });

  it('end when the code expires', async () => {
    const screen = await openWithCode();
    await waitSeconds(screen, 40);
    expect(screen.ports.checkQr.calls).toHaveLength(15);
    expect([screen.value(), screen.clock.timerCount]).toEqual(['blank', 0]);
  });

  it('end when the server no longer knows the code', async () => {
    const screen = await openWithCode();
    await screen.ports.checkQr.answer(pollFailure(rejected('010_5', 404)));
    expect([screen.value(), screen.context().failure]).toEqual(['blank', null]);
  });

  it('end when the code has expired by the clock while the device was asleep', async () => {
    const screen = await openWithCode();
    await screen.ports.checkQr.answer(pollAnswer('X', { ms: 3_600_000 }));
    expect(screen.value()).toBe('blank');
  });

  it.each([
    ['in the session', failed(rejected('notAuthorized', 401))],
    ['by the policy', failed(rejected('016'))],
  ])('end the flow when the login is outdated %s', async (_name, answer) => {
    const screen = await openWithCode({ userId: 'kim' });
    await screen.ports.checkQr.answer({ at: QR_CREATED_AT, answer });
    expect(screen.output()).toEqual({ reason: 'outdated' });
  });
});
