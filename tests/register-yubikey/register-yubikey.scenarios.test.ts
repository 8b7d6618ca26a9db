import { expect, it } from 'vitest';
import { TOUCH } from '#cases/register-yubikey/register-yubikey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = () => start(registerYubikeyMachine, { userId: 'kim', token: 'token-1' });

it('a key is registered by the 44 characters of one touch', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code: ` ${TOUCH} ` });
  expect(ports.mapKey.waiting().input).toEqual({ userId: 'kim', token: 'token-1', code: TOUCH });
  await ports.mapKey.answer(success({}));
  expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
});

it.each(['', TOUCH.slice(1), `${TOUCH}c`])('a code of another length is not sent', (code) => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code });
  expect(actor.getSnapshot().context.problem).toBe('info.yubikey.invalid');
  expect(ports.mapKey.calls).toHaveLength(0);
});

it('another touch is accepted after a refusal', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code: TOUCH });
  await ports.mapKey.answer(failed(rejected('008')));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'code.submitted', code: TOUCH });
  await ports.mapKey.answer(success({}));
  expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
});
