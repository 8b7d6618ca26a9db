import { expect, it } from 'vitest';
import { YUBIKEY_OTP } from '#cases/register-yubikey/register-yubikey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { registerYubikeyMachine } from '#machines/register-yubikey/register-yubikey.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = () => start(registerYubikeyMachine, { userId: 'kim', token: 'token-1' });

it('a key is registered by the 44 characters of one touch', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code: ` ${YUBIKEY_OTP} ` });
  expect(ports.mapKey.waiting().input).toEqual({ userId: 'kim', token: 'token-1', code: YUBIKEY_OTP });
  await ports.mapKey.answer(success({}));
  expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
});

it.each(['', YUBIKEY_OTP.slice(1), `${YUBIKEY_OTP}c`])('a code of another length is not sent', (code) => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code });
  expect(actor.getSnapshot().context.problem).toBe('info.yubikey.invalid');
  expect(ports.mapKey.calls).toHaveLength(0);
});

it('another touch is accepted after a refusal', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code: YUBIKEY_OTP });
  await ports.mapKey.answer(failed(rejected('008')));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'code.submitted', code: YUBIKEY_OTP });
  await ports.mapKey.answer(success({}));
  expect(actor.getSnapshot().output).toEqual({ reason: 'registered' });
});
