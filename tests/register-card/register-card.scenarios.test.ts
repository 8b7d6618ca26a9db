import { expect, it } from 'vitest';
import { CARD_FACTS } from '#cases/register-card/register-card.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerCardMachine } from '#machines/register-card/register-card.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = () => start(registerCardMachine, { userId: 'kim', token: 'token-1', hasCard: false });

async function validateSerial() {
  const screen = open();
  screen.actor.send({ type: 'serial.submitted', serial: ' CARD-1 ' });
  await screen.ports.validateSerial.answer(success(CARD_FACTS));
  return screen;
}

it('the serial number is validated first, and then a code of the card is verified', async () => {
  const { actor, ports } = await validateSerial();
  expect(ports.validateSerial.calls.map(({ input }) => input)).toEqual([
    { userId: 'kim', token: 'token-1', serial: 'CARD-1' },
  ]);
  actor.send({ type: 'code.submitted', code: ' 123456 ' });
  expect(ports.verifyCode.waiting().input).toEqual({
    userId: 'kim',
    token: 'token-1',
    serial: 'CARD-1',
    code: '123456',
  });
  await ports.verifyCode.answer(success({}));
  expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
});

it('a serial number and a code of at least six digits are required', async () => {
  const first = open();
  first.actor.send({ type: 'serial.submitted', serial: ' ' });
  expect(first.actor.getSnapshot().context.problem).toBe('info.otpcard.serial');
  expect(first.ports.validateSerial.calls).toHaveLength(0);
  const { actor, ports } = await validateSerial();
  for (const [code, problem] of [
    ['', 'info.enter.otp.alert'],
    ['12345', 'info.enter.otp.invalid'],
    ['12345a', 'info.enter.otp.invalid'],
  ] as const) {
    actor.send({ type: 'code.submitted', code });
    expect(actor.getSnapshot().context.problem).toBe(problem);
  }
  expect(ports.verifyCode.calls).toHaveLength(0);
});

it('another code can be entered after a wrong one, and Back leads to the serial number', async () => {
  const { actor, ports } = await validateSerial();
  actor.send({ type: 'code.submitted', code: '123456' });
  await ports.verifyCode.answer(failed(rejected('005_1')));
  actor.send({ type: 'failure.dismissed' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'proving',
    context: { card: CARD_FACTS, failure: null },
  });
  actor.send({ type: 'registration.back' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'entering', context: { card: null } });
  actor.send({ type: 'registration.back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it('the flow ends when the server no longer accepts the token', async () => {
  const { actor, ports } = await validateSerial();
  actor.send({ type: 'code.submitted', code: '123456' });
  await ports.verifyCode.answer(failed(rejected('notAuthorized', 401)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'proofExpired' });
});
