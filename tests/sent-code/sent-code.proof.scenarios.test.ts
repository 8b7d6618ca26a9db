import { describe, expect, it } from 'vitest';
import { loginParameters, loginResult, outdatedOutput, rejected } from '#cases/samples.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { input } from './input.ts';
import { open, receive, type Screen } from './screen.ts';

describe('a typed code', () => {
  it('is sent once, trimmed, with the boxes', async () => {
    const screen = await open({ tokenCode: '4' });
    const boxes = { always: true, alwaysSend: true };
    screen.actor.send({ type: 'boxes.changed', boxes });
    await screen.submit(' 123456 ');
    await screen.submit('654321');
    expect(screen.ports.logIn.calls.map((call) => call.input)).toEqual([
      { ...loginParameters(), userId: 'kim', tokenCode: '4', secret: '123456', boxes },
    ]);
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it.each(['', ' '])('is requested when the field has %j', async (code) => {
    const screen = await open();
    await screen.submit(code);
    expect(screen.ports.logIn.calls).toHaveLength(0);
    expect(screen.context().problem).toBe('info.enter.otp.alert');
    screen.actor.send({ type: 'code.edited' });
    expect(screen.context().problem).toBeNull();
  });

  it('is not sent, without a message, when it contains "null"', async () => {
    const screen = await open();
    await screen.submit('12null');
    expect(screen.ports.logIn.calls).toHaveLength(0);
    expect(screen.proof()).toBe('entering');
    expect(screen.context()).toMatchObject({ problem: null, failure: null });
  });

  it.each<[string, Failure]>([
    ['wrong', rejected('005')],
    ['expired', rejected('005_2')],
    ['locked', rejected('005_1', 401)],
    ['unanswered', UNREACHABLE],
  ])('can be corrected when it is %s, and the countdown continues', async (_name, failure) => {
    const screen = await open();
    await receive(screen);
    await screen.submit('123456');
    await screen.ports.logIn.answer(failed(failure));
    expect(screen.proof()).toBe('refused');
    expect(screen.context().failure).toEqual(failure);
    screen.actor.send({ type: 'failure.dismissed' });
    expect([screen.delivery(), screen.proof()]).toEqual([{ sent: 'fresh' }, 'entering']);
    await screen.submit('234567');
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().status).toBe('done');
  });

  it('has an unexpected failure when the port throws an error', async () => {
    const screen = await open();
    await screen.submit('123456');
    await screen.ports.logIn.fail();
    expect(screen.context().failure).toEqual(UNEXPECTED);
  });

  it.each([rejected('016'), rejected('', 401)])(
    'ends the flow for a new policy check after %o',
    async (failure) => {
      const screen = await open();
      await screen.submit('123456');
      await screen.ports.logIn.answer(failed(failure));
      expect(screen.actor.getSnapshot().output).toEqual(outdatedOutput(failure));
    },
  );

  it('shows the failure 016 when the login has no policy, as in an identity check', async () => {
    const screen = await open({ login: { ...input().login, policyId: '' } });
    await screen.submit('123456');
    await screen.ports.logIn.answer(failed(rejected('016')));
    expect(screen.proof()).toBe('refused');
    expect(screen.context().failure).toEqual(rejected('016'));
  });

  it('ends the timers and the reading of an SMS when it is correct', async () => {
    const screen = await open();
    await receive(screen);
    await screen.submit('123456');
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.clock.timerCount).toBe(0);
    expect(screen.ports.receiveSms.calls[0]?.isAborted()).toBe(true);
  });

  it('has a failure that is separate from the failure of a send', async () => {
    const screen = await open();
    await receive(screen);
    await screen.send();
    await screen.submit('123456');
    await screen.ports.sendCode.answer(failed(UNREACHABLE));
    await screen.ports.logIn.answer(failed(rejected('005')));
    screen.actor.send({ type: 'delivery.dismissed' });
    expect(screen.proof()).toBe('refused');
    screen.actor.send({ type: 'failure.dismissed' });
    expect(screen.proof()).toBe('entering');
  });
});

describe('a code that the browser reads from an SMS', () => {
  it('is requested after a code is sent, and filled into the field', async () => {
    const screen = await open();
    expect(screen.ports.receiveSms.calls).toHaveLength(0);
    await receive(screen);
    expect(screen.ports.receiveSms.waiting().input).toEqual({ tokenCode: '1' });
    await screen.submit('');
    await screen.ports.receiveSms.answer('271828');
    expect([screen.filledCodes, screen.context().problem]).toEqual([['271828'], null]);
    expect(JSON.stringify(screen.actor.getPersistedSnapshot())).not.toContain('271828');
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it.each([
    ['cannot read it', ({ ports }: Screen) => ports.receiveSms.answer(null)],
    ['fails', ({ ports }: Screen) => ports.receiveSms.fail()],
  ])('can be typed when the browser %s', async (_name, end) => {
    const screen = await open();
    await receive(screen);
    await end(screen);
    expect(screen.filledCodes).toEqual([]);
    await screen.submit('123456');
    expect(screen.ports.logIn.isWaiting()).toBe(true);
  });
});

it.each([
  [true, 'done'],
  [false, 'active'],
] as const)(
  'with other methods %s, a request for another one makes the flow %s',
  async (hasOtherMethods, status) => {
    const screen = await open({ hasOtherMethods });
    await receive(screen);
    screen.actor.send({ type: 'method.change' });
    expect(screen.actor.getSnapshot().status).toBe(status);
  },
);
