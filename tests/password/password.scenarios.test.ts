import { describe, expect, it } from 'vitest';
import { loginParameters, loginResult, outdatedOutput, rejected, SERVICE } from '#cases/samples.ts';
import { type PasswordInput, passwordMachine } from '#machines/password/password.machine.ts';
import { type Failure, failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';
import { GATE, input } from './input.ts';

const open = (changes: Partial<PasswordInput> = {}) => start(passwordMachine, input(changes));

const submit = async ({ actor }: ReturnType<typeof open>, password: string) => {
  actor.send({ type: 'password.submitted', password });
  await settle();
};

describe('the password as a login', () => {
  it('is sent untrimmed, with the box to always use it', async () => {
    const screen = open();
    const boxes = { always: true, alwaysSend: false };
    screen.actor.send({ type: 'boxes.changed', boxes });
    await submit(screen, ' pass|word 비밀 ');
    expect(screen.ports.logIn.waiting().input).toEqual({
      ...loginParameters(),
      userId: 'kim',
      tokenCode: '-1',
      secret: ' pass|word 비밀 ',
      boxes,
    });
    expect(screen.ports.provePassword.calls).toHaveLength(0);
  });

  it('ends with the login of the answer', async () => {
    const screen = open();
    await submit(screen, 'secret');
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
  });
});

describe('the password as the gate before other methods', () => {
  it('is only proved, without a login', async () => {
    const screen = open(GATE);
    await submit(screen, 'secret');
    expect(screen.ports.provePassword.waiting().input).toEqual({
      userId: 'kim',
      password: 'secret',
      clientId: SERVICE,
      policyId: 'policy-1',
    });
    await screen.ports.provePassword.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'passed' });
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });
});

describe.each([
  ['login', 'logIn'],
  ['gate', 'provePassword'],
] as const)('the password as a %s', (mode, port) => {
  it('is requested and not sent when it is empty', async () => {
    const screen = open({ mode });
    await submit(screen, '');
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: 'entering',
      context: { problem: 'info.enter.pw' },
    });
    expect(screen.ports[port].calls).toHaveLength(0);
    screen.actor.send({ type: 'password.edited' });
    expect(screen.actor.getSnapshot().context.problem).toBeNull();
  });

  it('is no longer requested after one is submitted without a key press', async () => {
    const screen = open({ mode });
    await submit(screen, '');
    await submit(screen, 'filled in by a password manager');
    expect(screen.ports[port].calls).toHaveLength(1);
    expect(screen.actor.getSnapshot().context.problem).toBeNull();
  });

  it('is sent once when it is submitted twice', async () => {
    const screen = open({ mode });
    await submit(screen, 'secret');
    await submit(screen, 'secret');
    expect(screen.ports[port].calls).toHaveLength(1);
  });

  it.each<[string, Failure]>([
    ['a wrong password', rejected('001')],
    ['a locked account', rejected('001_1', 401)],
    ['a failing server', rejected('', 500)],
    ['no network', UNREACHABLE],
    ['an answer of another shape', { kind: 'malformed', status: 200 }],
  ])('can be entered again after a failure: %s', async (_name, failure) => {
    const screen = open({ mode });
    await submit(screen, 'wrong');
    await screen.ports[port].answer(failed(failure));
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure } });
    screen.actor.send({ type: 'failure.dismissed' });
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'entering', context: { failure: null } });
    await submit(screen, 'right');
    await screen.ports[port].answer(success(loginResult()));
    expect(screen.actor.getSnapshot().status).toBe('done');
  });

  it('has an unexpected failure when the port throws an error', async () => {
    const screen = open({ mode });
    await submit(screen, 'secret');
    await screen.ports[port].fail();
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'refused', context: { failure: UNEXPECTED } });
  });

  it.each([
    ['the policy has changed', rejected('016')],
    ['the session has ended', rejected('', 401)],
    ['the session is not authorized for the call', rejected('notAuthorized', 401)],
  ])('ends the flow for a new policy check when %s', async (_name, failure) => {
    const screen = open({ mode });
    await submit(screen, 'secret');
    await screen.ports[port].answer(failed(failure));
    expect(screen.actor.getSnapshot().output).toEqual(
      mode === 'gate' ? { reason: 'outdated' } : outdatedOutput(failure),
    );
  });
});

it('the first of two steps is proved by the call that does not complete a login', async () => {
  const screen = open({ login: loginParameters({ step: 'first' }) });
  await submit(screen, 'secret');
  expect(screen.ports.logIn.calls).toHaveLength(0);
  await screen.ports.proveFirst.answer(success(loginResult()));
  expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
});

it('Back leads to the ID entry', () => {
  const { actor } = open();
  actor.send({ type: 'password.back' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'back' });
});

it('the screen cannot be left while the server checks the password', async () => {
  const screen = open({ hasOtherMethods: true });
  await submit(screen, 'secret');
  screen.actor.send({ type: 'password.back' });
  screen.actor.send({ type: 'method.change' });
  expect(screen.actor.getSnapshot().value).toEqual({ loggingIn: 'completing' });
  expect(screen.ports.logIn.isWaiting()).toBe(true);
});

it.each([
  [true, 'done'],
  [false, 'active'],
] as const)(
  'with other methods %s, a request for another one makes the flow %s',
  (hasOtherMethods, status) => {
    const { actor } = open({ hasOtherMethods });
    actor.send({ type: 'method.change' });
    expect(actor.getSnapshot().status).toBe(status);
  },
);
