import { describe, expect, it } from 'vitest';
import { rejected, terms } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { AUTO } from './input.ts';
import { NOW, open, receive } from './screen.ts';

describe('a pair of channels', () => {
  const GATEWAY = rejected('012', 502);
  const pair = async () => {
    const screen = await open({ tokenCode: '4', sendToken: 'given' });
    await screen.send();
    return screen;
  };

  it.each([
    ['both', success({ at: NOW }), success({ at: NOW })],
    ['the first alone', success({ at: NOW }), failed(GATEWAY)],
    ['the second alone', failed(UNREACHABLE), success({ at: NOW })],
  ])('has the code sent when %s takes it', async (_name, ...answers) => {
    const screen = await pair();
    for (const answer of answers) await screen.ports.sendCode.answer(answer);
    expect(screen.ports.sendCode.calls.map(({ input: { channel } }) => channel)).toEqual([
      'sms',
      'internalMail',
    ]);
    expect([screen.delivery(), screen.context().sendFailure]).toEqual([{ sent: 'fresh' }, null]);
    expect(screen.storePending).toHaveBeenCalledOnce();
  });

  it('tells the first failure when no channel takes the code', async () => {
    const screen = await pair();
    await screen.ports.sendCode.answer(failed(GATEWAY));
    await screen.ports.sendCode.answer(failed(UNREACHABLE));
    expect([screen.delivery(), screen.context().sendFailure]).toEqual(['undelivered', GATEWAY]);
  });
});

describe('leave that the first step has given', () => {
  it('sends, and none is asked for: a refusal is final', async () => {
    const screen = await open({ sendToken: 'given', login: terms({ step: 'second' }) });
    await screen.send();
    await screen.ports.sendCode.answer(success({ at: NOW }));
    await screen.send();
    await screen.ports.sendCode.answer(failed(rejected('', 401)));
    expect([screen.delivery(), screen.ports.grantSendToken.calls.length]).toEqual(['undelivered', 0]);
  });
});

it('is not sent again while a code is being checked, which it would make void', async () => {
  const screen = await open();
  await receive(screen);
  await screen.submit('123456');
  await screen.send();
  expect(screen.ports.sendCode.calls).toHaveLength(1);
  await screen.ports.logIn.answer(failed(rejected('005')));
  await screen.send();
  expect(screen.ports.sendCode.calls).toHaveLength(2);
});

describe('a leave that has run out', () => {
  const STALE = failed(rejected('', 401));

  it('is got once more, and the code is sent by the new one', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.ports.sendCode.answer(STALE);
    expect(screen.delivery()).toBe('granting');
    await screen.ports.grantSendToken.answer(success('leave-2'));
    expect(screen.ports.sendCode.waiting().input).toMatchObject({ sendToken: 'leave-2' });
    await screen.ports.sendCode.answer(success({ at: NOW }));
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
  });

  it('is not got again when a fresh one is refused too', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.ports.sendCode.answer(STALE);
    await screen.ports.grantSendToken.answer(success('leave-2'));
    await screen.ports.sendCode.answer(STALE);
    expect(screen.delivery()).toBe('undelivered');
    expect(screen.ports.grantSendToken.calls).toHaveLength(2);
  });

  it('is got again after a send that failed for another reason', async () => {
    const screen = await open();
    await screen.send();
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.ports.sendCode.answer(failed(UNREACHABLE));
    screen.actor.send({ type: 'delivery.dismissed' });
    await screen.ports.readClock.answer(NOW);
    await screen.send();
    await screen.ports.sendCode.answer(STALE);
    expect(screen.delivery()).toBe('granting');
  });

  it('ends for a new policy check when the session has earned no other, once the person has read why', async () => {
    const screen = await open({ ...AUTO });
    await screen.ports.grantSendToken.answer(STALE);
    expect(screen.delivery()).toBe('undelivered');
    screen.actor.send({ type: 'delivery.dismissed' });
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
  });
});
