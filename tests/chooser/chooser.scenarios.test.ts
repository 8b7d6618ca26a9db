import { describe, expect, it } from 'vitest';
import {
  ALL_AUTHENTICATORS,
  authenticatorLookUp,
  chooserInput,
  EXPIRED_LICENSE,
  NO_IDENTITY_METHODS,
  policyWithEveryMethod,
} from '#cases/chooser/samples.ts';
import { SERVICE } from '#cases/samples.ts';
import { type ChooserInput, chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { METHODS } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = (changes: Partial<ChooserInput> = {}) => start(chooserMachine, chooserInput(changes));

it('the chooser looks up the tokens of the person at the service', () => {
  const { ports } = open();
  expect(ports.fetchAuthenticators.waiting().input).toEqual({ userId: 'kim', clientId: SERVICE });
});

describe('the chooser during the look-up', () => {
  it('opens a method that is not looked up, and aborts the look-up', () => {
    const { actor, ports } = open();
    actor.send({ type: 'method.chosen', method: 'sms' });
    expect(actor.getSnapshot().output).toMatchObject({ reason: 'chosen', code: '1' });
    expect(ports.fetchAuthenticators.calls[0]?.isAborted()).toBe(true);
  });

  it('does not open the method of a token', () => {
    const { actor } = open();
    actor.send({ type: 'method.chosen', method: 'otpCard' });
    expect(actor.getSnapshot().value).toEqual({ choosing: 'lookingUp' });
  });
});

describe('the chooser after the look-up', () => {
  it.each([
    ['emergencyCode', '0'],
    ['password', '-1'],
    ['sms', '1'],
    ['mobileOtp', '9'],
    ['push', '10'],
    ['otpCard', '7'],
    ['yubikey', '8'],
    ['passkey', '12'],
  ] as const)('opens %s with the type code %s', async (method, code) => {
    const { actor, ports } = open();
    await ports.fetchAuthenticators.answer(success(authenticatorLookUp(ALL_AUTHENTICATORS)));
    actor.send({ type: 'method.chosen', method });
    expect(actor.getSnapshot().output).toEqual({
      reason: 'chosen',
      code,
      authenticators: authenticatorLookUp(ALL_AUTHENTICATORS).authenticators,
    });
  });

  it('opens the registration of a method that is not set up', async () => {
    const { actor, ports } = open();
    await ports.fetchAuthenticators.answer(success(authenticatorLookUp()));
    actor.send({ type: 'method.chosen', method: 'yubikey' });
    expect(actor.getSnapshot().output).toEqual({ reason: 'registration', code: '8' });
  });

  it('ignores a disabled or hidden tile', async () => {
    const { actor, ports } = open({
      policy: policyWithEveryMethod({ authType: 'other', selfAuth: NO_IDENTITY_METHODS }),
    });
    await ports.fetchAuthenticators.answer(success(authenticatorLookUp()));
    for (const method of METHODS.filter((name) => !['emergencyCode', 'sms'].includes(name))) {
      actor.send({ type: 'method.chosen', method });
    }
    expect(actor.getSnapshot().value).toEqual({ choosing: 'ready' });
  });

  it('explains that the licence blocks a method, and allows another method afterwards', async () => {
    const { actor, ports } = open();
    await ports.fetchAuthenticators.answer(success(authenticatorLookUp({}, EXPIRED_LICENSE)));
    actor.send({ type: 'method.chosen', method: 'mobileOtp' });
    expect(actor.getSnapshot().value).toBe('blocked');
    actor.send({ type: 'method.chosen', method: 'sms' });
    actor.send({ type: 'chooser.back' });
    expect(actor.getSnapshot().value).toBe('blocked');
    actor.send({ type: 'license.dismissed' });
    expect(actor.getSnapshot().value).toEqual({ choosing: 'ready' });
    actor.send({ type: 'method.chosen', method: 'sms' });
    expect(actor.getSnapshot().output).toMatchObject({ reason: 'chosen', code: '1' });
    expect(ports.fetchAuthenticators.calls).toHaveLength(1);
  });

  it('does not block a method by licence on SaaS', async () => {
    const { actor, ports } = open({ isSaas: true });
    await ports.fetchAuthenticators.answer(success(authenticatorLookUp({}, EXPIRED_LICENSE)));
    actor.send({ type: 'method.chosen', method: 'mobileOtp' });
    expect(actor.getSnapshot().output).toEqual({ reason: 'registration', code: '9' });
  });
});

describe('the chooser after a failed look-up', () => {
  it.each([
    [
      'that was not answered',
      (screen: ReturnType<typeof open>) => screen.ports.fetchAuthenticators.answer(failed(UNREACHABLE)),
    ],
    ['that threw an error', (screen: ReturnType<typeof open>) => screen.ports.fetchAuthenticators.fail()],
  ])('%s repeats it on request', async (_name, fail) => {
    const screen = open();
    await fail(screen);
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: { choosing: 'unknown' },
      context: { lookUp: { kind: 'failed' } },
    });
    screen.actor.send({ type: 'lookup.retry' });
    expect(screen.actor.getSnapshot().context.lookUp).toEqual({ kind: 'pending' });
    await screen.ports.fetchAuthenticators.answer(success(authenticatorLookUp(ALL_AUTHENTICATORS)));
    screen.actor.send({ type: 'method.chosen', method: 'otpCard' });
    expect(screen.actor.getSnapshot().output).toMatchObject({ reason: 'chosen', code: '7' });
  });

  it('still opens a method that is not looked up', async () => {
    const { actor, ports } = open();
    await ports.fetchAuthenticators.answer(failed(UNREACHABLE));
    actor.send({ type: 'method.chosen', method: 'sms' });
    expect(actor.getSnapshot().output).toMatchObject({ reason: 'chosen', code: '1' });
  });
});

it('the chooser can be left during the look-up', () => {
  const { actor } = open();
  actor.send({ type: 'chooser.back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});
