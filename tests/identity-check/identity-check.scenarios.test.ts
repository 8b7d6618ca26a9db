import { expect, it } from 'vitest';
import { identityCheckMachine } from '#machines/identity-check/identity-check.machine.ts';
import type { IdentityCheckInput } from '#machines/identity-check/identity-check.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { rejected } from '#tests/support/model/samples.ts';
import { start } from '#tests/support/model/start.ts';
import { INPUT } from './identity-check.cases.ts';

const open = (changes: Partial<IdentityCheckInput> = {}) =>
  start(identityCheckMachine, { ...INPUT, ...changes });

it('sends nothing by itself; a code is sent by a press and ends the check', async () => {
  const { actor, ports } = open();
  expect(actor.getSnapshot().context.way).toBe('sms');
  expect(ports.sendCode.calls).toHaveLength(0);
  actor.send({ type: 'code.send' });
  await ports.sendCode.answer({ at: 1000, answer: success(undefined) });
  expect(actor.getSnapshot().context.deadline).toBe(301_000);
  actor.send({ type: 'code.submitted', code: '123456' });
  expect(ports.checkIdentity.waiting().input).toMatchObject({ way: 'sms', otp: '123456', token: 'token-1' });
  await ports.checkIdentity.answer(success(undefined));
  expect(actor.getSnapshot().output).toEqual({ reason: 'identified', token: 'token-1' });
});

it('ends by itself once the push is approved', async () => {
  const { actor, ports, clock } = open();
  actor.send({ type: 'way.chosen', way: 'push' });
  actor.send({ type: 'push.request' });
  await ports.requestPush.answer(success({ id: 'PUSH1', period: 45_000, validUntil: 0 }));
  await ports.askPush.answer(success('X'));
  await clock.advance(1000);
  await ports.askPush.answer(success('A'));
  expect(ports.checkIdentity.waiting().input).toMatchObject({ way: 'push', otp: 'PUSH1' });
  await ports.checkIdentity.answer(success(undefined));
  expect(actor.getSnapshot().output).toEqual({ reason: 'identified', token: 'token-1' });
});

it('takes a push that has run out off the phone, and says so', async () => {
  const { actor, ports, clock } = open();
  actor.send({ type: 'way.chosen', way: 'push' });
  actor.send({ type: 'push.request' });
  await ports.requestPush.answer(success({ id: 'PUSH1', period: 45_000, validUntil: 0 }));
  await clock.advance(45_000);
  await ports.withdrawPush.answer(success(undefined));
  expect(actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure: { code: '010_3' } } });
});

it.each([
  [{ phoneNumber: null, internalMail: 'k***@corp.example', privateMail: null }, 'internalMail'],
  [{ phoneNumber: null, internalMail: null, privateMail: 'k***@mail.example' }, 'mobileOtp'],
] as const)('begins with the first way that can be used: %o', (contacts, way) => {
  expect(open({ contacts }).actor.getSnapshot().context.way).toBe(way);
});

it('has only Prev when there is no way', () => {
  const contacts = { phoneNumber: null, internalMail: null, privateMail: null };
  const { actor } = open({ contacts, mobileApp: null });
  expect(actor.getSnapshot().value).toBe('unavailable');
  actor.send({ type: 'check.back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it('keeps on at a wrong code, and ends when the token is worth nothing', async () => {
  const { actor, ports } = open();
  actor.send({ type: 'code.submitted', code: '123456' });
  await ports.checkIdentity.answer(failed(rejected('005_1')));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'code.submitted', code: '123456' });
  await ports.checkIdentity.answer(failed(rejected('notEarned', 401)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'unproved' });
});
