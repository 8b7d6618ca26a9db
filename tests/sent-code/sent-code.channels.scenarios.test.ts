import { describe, expect, it } from 'vitest';
import { loginParameters, rejected } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { AUTO } from './input.ts';
import { NOW, open, receive } from './screen.ts';

describe('a code for two channels', () => {
  const GATEWAY = rejected('012', 502);
  const sendToBoth = async () => {
    const screen = await open({ tokenCode: '4', sendToken: 'given' });
    await screen.send();
    return screen;
  };

  it.each([
    ['both channels', success({ at: NOW }), success({ at: NOW })],
    ['the first but not the second channel', success({ at: NOW }), failed(GATEWAY)],
    ['the second but not the first channel', failed(UNREACHABLE), success({ at: NOW })],
  ])('is sent when accepted by %s', async (_name, ...answers) => {
    const screen = await sendToBoth();
    for (const answer of answers) await screen.ports.sendCode.answer(answer);
    expect(screen.ports.sendCode.calls.map(({ input: { channel } }) => channel)).toEqual([
      'sms',
      'internalMail',
    ]);
    expect([screen.delivery(), screen.context().sendFailure]).toEqual([{ sent: 'fresh' }, null]);
    expect(screen.storePending).toHaveBeenCalledOnce();
  });

  it('shows the first failure when no channel accepts it', async () => {
    const screen = await sendToBoth();
    await screen.ports.sendCode.answer(failed(GATEWAY));
    await screen.ports.sendCode.answer(failed(UNREACHABLE));
    expect([screen.delivery(), screen.context().sendFailure]).toEqual(['undelivered', GATEWAY]);
  });
});

describe('a send token of the first step', () => {
  it('is used for every send, and is not replaced after a refusal', async () => {
    const screen = await open({ sendToken: 'given', login: loginParameters({ step: 'second' }) });
    await screen.send();
    await screen.ports.sendCode.answer(success({ at: NOW }));
    await screen.send();
    await screen.ports.sendCode.answer(failed(rejected('', 401)));
    expect([screen.delivery(), screen.ports.grantSendToken.calls.length]).toEqual(['undelivered', 0]);
  });
});

it('a code is not sent again while another one is checked, which it would invalidate', async () => {
  const screen = await open();
  await receive(screen);
  await screen.submit('123456');
  await screen.send();
  expect(screen.ports.sendCode.calls).toHaveLength(1);
  await screen.ports.logIn.answer(failed(rejected('005')));
  await screen.send();
  expect(screen.ports.sendCode.calls).toHaveLength(2);
});

describe('an expired send token', () => {
  const EXPIRED = failed(rejected('', 401));

  it('is replaced, and the code is sent with the new one', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.ports.sendCode.answer(EXPIRED);
    expect(screen.delivery()).toBe('granting');
    await screen.ports.grantSendToken.answer(success('send-token-2'));
    expect(screen.ports.sendCode.waiting().input).toMatchObject({ sendToken: 'send-token-2' });
    await screen.ports.sendCode.answer(success({ at: NOW }));
    expect(screen.delivery()).toEqual({ sent: 'fresh' });
  });

  it('is not replaced twice when the new one is refused too', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.ports.sendCode.answer(EXPIRED);
    await screen.ports.grantSendToken.answer(success('send-token-2'));
    await screen.ports.sendCode.answer(EXPIRED);
    expect(screen.delivery()).toBe('undelivered');
    expect(screen.ports.grantSendToken.calls).toHaveLength(2);
  });

  it('is replaced after a send that failed for another reason', async () => {
    const screen = await open();
    await screen.send();
    await screen.ports.grantSendToken.answer(success('send-token'));
    await screen.ports.sendCode.answer(failed(UNREACHABLE));
    screen.actor.send({ type: 'delivery.dismissed' });
    await screen.ports.readClock.answer(NOW);
    await screen.send();
    await screen.ports.sendCode.answer(EXPIRED);
    expect(screen.delivery()).toBe('granting');
  });

  it('ends the flow after the message when no new one is granted', async () => {
    const screen = await open({ ...AUTO });
    await screen.ports.grantSendToken.answer(EXPIRED);
    expect(screen.delivery()).toBe('undelivered');
    screen.actor.send({ type: 'delivery.dismissed' });
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
  });
});
