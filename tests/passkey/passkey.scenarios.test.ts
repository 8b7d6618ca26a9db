import { describe, expect, it } from 'vitest';
import { ASSERTION, ASSERTION_ANSWER, ASSERTION_REQUEST, passkeyInput } from '#cases/passkey/input.ts';
import { loginParameters, loginResult, outdatedOutput, rejected, SERVICE } from '#cases/samples.ts';
import { type PasskeyInput, passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import type { Boxes } from '#machines/shared/boxes.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

const open = (changes: Partial<PasskeyInput> = {}) => start(passkeyMachine, passkeyInput(changes));
type Screen = ReturnType<typeof open>;

const requestPasskey = async ({ actor }: Screen, boxes?: Boxes) => {
  if (boxes) actor.send({ type: 'boxes.changed', boxes });
  actor.send({ type: 'passkey.request' });
  await settle();
};

/** Presses the button, so that the browser asks for a passkey. */
const openBrowserDialog = async (boxes?: Boxes) => {
  const screen = open();
  await requestPasskey(screen, boxes);
  await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
  return screen;
};

const AUTOMATIC = { boxes: { always: true, alwaysSend: true }, autoStarts: true };

describe('the button', () => {
  it('requests a challenge, then the passkey, and logs in with the checked boxes', async () => {
    const screen = await openBrowserDialog({ always: true, alwaysSend: true });
    expect(screen.ports.startAssertion.calls.map((call) => call.input)).toEqual([
      { userId: 'kim', clientId: SERVICE },
    ]);
    expect(screen.ports.getAssertion.waiting().input).toEqual({ request: ASSERTION_REQUEST });
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.waiting().input).toEqual({
      ...loginParameters(),
      userId: 'kim',
      tokenCode: '12',
      secret: ASSERTION,
      boxes: { always: true, alwaysSend: true },
    });
    await screen.ports.logIn.answer(success(loginResult()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: loginResult() });
  });

  it('requests one challenge when it is pressed twice', async () => {
    const screen = open();
    await requestPasskey(screen);
    await requestPasskey(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
  });

  it('is available again with a hint when the person cancels the browser dialog', async () => {
    const screen = await openBrowserDialog();
    await screen.ports.getAssertion.answer({ kind: 'cancelled' });
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: 'ready',
      context: { isCancelled: true, failure: null, startFailure: null },
    });
    expect(screen.ports.logIn.calls).toHaveLength(0);
    await requestPasskey(screen);
    expect(screen.actor.getSnapshot().context.isCancelled).toBe(false);
    await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
    expect(screen.ports.getAssertion.isWaiting()).toBe(true);
  });

  it('does nothing in a browser without passkeys', async () => {
    const screen = open({ support: 'missing' });
    await requestPasskey(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(0);
  });
});

describe('the automatic start', () => {
  it('requests a passkey once, and not again after the person has cancelled', async () => {
    const screen = open(AUTOMATIC);
    await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
    await screen.ports.getAssertion.answer({ kind: 'cancelled' });
    await settle();
    expect(screen.actor.getSnapshot().value).toBe('ready');
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
  });

  it('sends the saved boxes', async () => {
    const screen = open(AUTOMATIC);
    await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.waiting().input).toMatchObject({ boxes: { always: true, alwaysSend: true } });
  });

  it.each([
    { boxes: { always: true, alwaysSend: false } },
    {},
    { ...AUTOMATIC, support: 'missing' as const },
    { ...AUTOMATIC, support: 'insecure' as const },
  ])('does not happen with %o', (changes) => {
    expect(open(changes).ports.startAssertion.calls).toHaveLength(0);
  });
});

describe('an assertion of the ID entry', () => {
  it('is used once without a prompt', async () => {
    const screen = open({ assertion: ASSERTION });
    expect(screen.ports.logIn.waiting().input).toMatchObject({ userId: 'kim', secret: ASSERTION });
    await screen.ports.logIn.answer(failed(rejected('005_3')));
    screen.actor.send({ type: 'failure.dismissed' });
    expect(screen.actor.getSnapshot()).toMatchObject({ value: 'ready', context: { assertion: null } });
    expect(screen.ports.startAssertion.calls).toHaveLength(0);
  });
});

describe('a failure', () => {
  it.each([rejected('011'), rejected('012_4', 502), UNREACHABLE])(
    'of the challenge is shown: %o',
    async (failure) => {
      const screen = open();
      await requestPasskey(screen);
      await screen.ports.startAssertion.answer(failed(failure));
      expect(screen.actor.getSnapshot()).toMatchObject({
        value: 'refused',
        context: { startFailure: failure, failure: null },
      });
      expect(screen.ports.getAssertion.calls).toHaveLength(0);
    },
  );

  it('of the browser is shown', async () => {
    const screen = await openBrowserDialog();
    await screen.ports.getAssertion.answer({ kind: 'failed' });
    expect(screen.actor.getSnapshot().context.startFailure).toEqual(UNEXPECTED);
  });

  it('of the login is shown, and the next try requests a new challenge', async () => {
    const screen = await openBrowserDialog();
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    await screen.ports.logIn.answer(failed(rejected('005_1')));
    expect(screen.actor.getSnapshot().context).toMatchObject({
      failure: rejected('005_1'),
      startFailure: null,
    });
    screen.actor.send({ type: 'failure.dismissed' });
    await requestPasskey(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(2);
  });

  it.each([rejected('016'), rejected('', 401), rejected('notAuthorized', 401)])(
    'of an outdated login ends the flow for a new policy check, at the challenge and at the login: %o',
    async (failure) => {
      const early = open();
      await requestPasskey(early);
      await early.ports.startAssertion.answer(failed(failure));
      expect(early.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
      const late = await openBrowserDialog();
      await late.ports.getAssertion.answer(ASSERTION_ANSWER);
      await late.ports.logIn.answer(failed(failure));
      expect(late.actor.getSnapshot().output).toEqual(outdatedOutput(failure));
    },
  );
});

describe('leaving the passkey screen', () => {
  it('for another method closes the browser dialog, and a late answer changes nothing', async () => {
    const screen = await openBrowserDialog();
    const call = screen.ports.getAssertion.waiting();
    screen.actor.send({ type: 'method.change' });
    expect(call.isAborted()).toBe(true);
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'other' });
    await call.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('closes the browser dialog', async () => {
    const screen = await openBrowserDialog();
    const call = screen.ports.getAssertion.waiting();
    screen.actor.stop();
    expect(call.isAborted()).toBe(true);
  });

  it.each([
    [true, 'done'],
    [false, 'active'],
  ] as const)('for another method is possible with hasOtherMethods %s: %s', (hasOtherMethods, status) => {
    const { actor } = open({ hasOtherMethods });
    actor.send({ type: 'method.change' });
    expect(actor.getSnapshot().status).toBe(status);
  });
});
