import { describe, expect, it } from 'vitest';
import { loginParameters, loginResult, outdatedOutput, rejected } from '#cases/samples.ts';
import { type DeviceCodeInput, deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { input } from './input.ts';

const open = (changes: Partial<DeviceCodeInput> = {}) => start(deviceCodeMachine, input(changes));

const submit = ({ actor }: ReturnType<typeof open>, code: string) =>
  actor.send({ type: 'code.submitted', code });

describe.each([
  ['OTP card', '7', 'info.enter.otp.alert'],
  ['Yubikey', '8', 'info.portal.auth.yubikey'],
  ['mobile app', '9', 'info.enter.otp.alert'],
] as const)('the code of the %s', (_name, tokenCode, blankProblem) => {
  it('is sent once, trimmed, with the type code of the method', async () => {
    const screen = open({ tokenCode });
    submit(screen, ' 123456 ');
    submit(screen, '654321');
    expect(screen.ports.logIn.calls.map((call) => call.input)).toEqual([
      { ...loginParameters(), userId: 'kim', tokenCode, secret: '123456', boxes: null },
    ]);
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it.each(['', '   '])('is requested when the field has %j', (code) => {
    const screen = open({ tokenCode });
    submit(screen, code);
    expect(screen.ports.logIn.calls).toHaveLength(0);
    expect(screen.actor.getSnapshot().context.problem).toBe(blankProblem);
    screen.actor.send({ type: 'code.edited' });
    expect(screen.actor.getSnapshot().context.problem).toBeNull();
  });

  it.each(['null', 'ccnullcc'])('that contains “null” is not sent, without a message: %s', (code) => {
    const screen = open({ tokenCode });
    submit(screen, code);
    expect(screen.ports.logIn.calls).toHaveLength(0);
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: 'entering',
      context: { problem: null, failure: null },
    });
  });

  it.each<[string, Failure]>([
    ['wrong', rejected('005')],
    ['used before', rejected('005_3')],
    ['locked', rejected('005_1', 401)],
    ['unanswered', UNREACHABLE],
  ])('can be entered again after one that is %s', async (_reason, failure) => {
    const screen = open({ tokenCode });
    submit(screen, '123456');
    await screen.ports.logIn.answer(failed(failure));
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure } });
    screen.actor.send({ type: 'failure.dismissed' });
    submit(screen, '234567');
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().status).toBe('done');
  });
});

it('an error of the port is an unexpected failure', async () => {
  const screen = open();
  submit(screen, '123456');
  await screen.ports.logIn.fail();
  expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure: UNEXPECTED } });
});

it.each([rejected('016'), rejected('', 401), rejected('notAuthorized', 401)])(
  'the flow ends for a new policy check after %o',
  async (failure) => {
    const screen = open();
    submit(screen, '123456');
    await screen.ports.logIn.answer(failed(failure));
    expect(screen.actor.getSnapshot().output).toEqual(outdatedOutput(failure));
  },
);

it.each([
  ['ends if there are other methods', true, 'done'],
  ['continues if there is no other method', false, 'active'],
] as const)('after a request for another method the flow %s', (_effect, hasOtherMethods, status) => {
  const { actor } = open({ hasOtherMethods });
  actor.send({ type: 'method.change' });
  expect(actor.getSnapshot().status).toBe(status);
});
