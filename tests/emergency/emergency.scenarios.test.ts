import { expect, it } from 'vitest';
import { loginParameters, loginResult, methodInput, outdatedOutput, rejected } from '#cases/samples.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = (hasOtherMethods = true) => start(emergencyMachine, methodInput({ hasOtherMethods }));

const submit = ({ actor }: ReturnType<typeof open>, code: string) =>
  actor.send({ type: 'code.submitted', code });

it('the code is sent once, trimmed, with the ID of the person', async () => {
  const screen = open();
  submit(screen, ' A1-B2 \n');
  submit(screen, 'other');
  expect(screen.ports.logIn.calls.map(({ input }) => input)).toEqual([
    { ...loginParameters(), userId: 'kim', tokenCode: '0', secret: 'A1-B2', boxes: null },
  ]);
  await screen.ports.logIn.answer(success(loginResult()));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
});

it('a code that contains "null" is sent, as it is not an OTP', () => {
  const screen = open();
  submit(screen, 'xnullx');
  expect(screen.ports.logIn.waiting().input).toMatchObject({ userId: 'kim', secret: 'xnullx' });
});

it.each(['', '  ', '\t\n'])('a code is requested when the field has %j', (code) => {
  const screen = open();
  submit(screen, code);
  expect(screen.ports.logIn.calls).toHaveLength(0);
  expect(screen.actor.getSnapshot().context.problem).toBe('info.enter.otp.alert');
  screen.actor.send({ type: 'code.edited' });
  expect(screen.actor.getSnapshot().context.problem).toBeNull();
});

it.each<[string, Failure]>([
  ['wrong', rejected('002')],
  ['not valid at this time', rejected('002_2')],
  ['used too often', rejected('002_3')],
  ['no answer', UNREACHABLE],
])('another code can be entered after a failure: %s', async (_name, failure) => {
  const screen = open();
  submit(screen, 'first');
  await screen.ports.logIn.answer(failed(failure));
  expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure } });
  screen.actor.send({ type: 'failure.dismissed' });
  submit(screen, 'second');
  expect(screen.actor.getSnapshot().context.failure).toBeNull();
  await screen.ports.logIn.answer(success(loginResult()));
  expect(screen.actor.getSnapshot().status).toBe('done');
});

it('an error of the port is an unexpected failure', async () => {
  const screen = open();
  submit(screen, 'A1');
  await screen.ports.logIn.fail();
  expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure: UNEXPECTED } });
});

it.each([rejected('016'), rejected('', 401)])(
  'the flow ends for a new policy check after %o',
  async (failure) => {
    const screen = open();
    submit(screen, 'A1');
    await screen.ports.logIn.answer(failed(failure));
    expect(screen.actor.getSnapshot().output).toEqual(outdatedOutput(failure));
  },
);

it('another method can be requested when there is one, but not during a check', () => {
  const checking = open();
  submit(checking, 'A1');
  checking.actor.send({ type: 'method.change' });
  expect(checking.actor.getSnapshot().value).toEqual({ checking: 'completing' });
  const onlyMethod = open(false);
  onlyMethod.actor.send({ type: 'method.change' });
  expect(onlyMethod.actor.getSnapshot().status).toBe('active');
  const { actor } = open();
  actor.send({ type: 'method.change' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'other' });
});
