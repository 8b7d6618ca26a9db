import { describe, expect, it } from 'vitest';
import { ASSERTION, ASSERTION_ANSWER, input, REQUEST } from '#cases/passkey/input.ts';
import { login, outdatedBy, rejected, SERVICE, terms } from '#cases/samples.ts';
import { type PasskeyInput, passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import type { Boxes } from '#machines/shared/boxes.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

const open = (changes: Partial<PasskeyInput> = {}) => start(passkeyMachine, input(changes));
type Screen = ReturnType<typeof open>;

const press = async ({ actor }: Screen, boxes?: Boxes) => {
  if (boxes) actor.send({ type: 'boxes.changed', boxes });
  actor.send({ type: 'passkey.request' });
  await settle();
};

/** Pressed, and the browser asks. */
const ask = async (boxes?: Boxes) => {
  const screen = open();
  await press(screen, boxes);
  await screen.ports.startAssertion.answer(success(REQUEST));
  return screen;
};

const AUTO = { boxes: { always: true, alwaysSend: true }, autoStarts: true };

describe('the button', () => {
  it('asks server, browser and server, with the boxes as they stood', async () => {
    const screen = await ask({ always: true, alwaysSend: true });
    expect(screen.ports.startAssertion.calls.map((call) => call.input)).toEqual([
      { userId: 'kim', clientId: SERVICE },
    ]);
    expect(screen.ports.getAssertion.waiting().input).toEqual({ request: REQUEST });
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.waiting().input).toEqual({
      ...terms(),
      userId: 'kim',
      tokenCode: '12',
      secret: ASSERTION,
      boxes: { always: true, alwaysSend: true },
    });
    await screen.ports.logIn.answer(success(login()));
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'authenticated', login: login() });
  });

  it('asks once, however often it is pressed', async () => {
    const screen = open();
    await press(screen);
    await press(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
  });

  it('is back with a hint when the person lets the question go, and counts as no failure', async () => {
    const screen = await ask();
    await screen.ports.getAssertion.answer({ kind: 'cancelled' });
    expect(screen.actor.getSnapshot()).toMatchObject({
      value: 'ready',
      context: { isCancelled: true, failure: null, startFailure: null },
    });
    expect(screen.ports.logIn.calls).toHaveLength(0);
    await press(screen);
    expect(screen.actor.getSnapshot().context.isCancelled).toBe(false);
    await screen.ports.startAssertion.answer(success(REQUEST));
    expect(screen.ports.getAssertion.isWaiting()).toBe(true);
  });

  it('does nothing in a browser without passkeys', async () => {
    const screen = open({ support: 'missing' });
    await press(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(0);
  });
});

describe('by itself', () => {
  it('starts once when the person always wants that, and not again after a refusal of the browser', async () => {
    const screen = open(AUTO);
    await screen.ports.startAssertion.answer(success(REQUEST));
    await screen.ports.getAssertion.answer({ kind: 'cancelled' });
    await settle();
    expect(screen.actor.getSnapshot().value).toBe('ready');
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
  });

  it('keeps the boxes that the person has saved', async () => {
    const screen = open(AUTO);
    await screen.ports.startAssertion.answer(success(REQUEST));
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.waiting().input).toMatchObject({ boxes: { always: true, alwaysSend: true } });
  });

  it.each([
    { boxes: { always: true, alwaysSend: false } },
    {},
    { ...AUTO, support: 'missing' as const },
    { ...AUTO, support: 'insecure' as const },
  ])('does not start with %o', (changes) => {
    expect(open(changes).ports.startAssertion.calls).toHaveLength(0);
  });
});

describe('an assertion of the ID entry', () => {
  it('uses an assertion of the ID entry once without a prompt', async () => {
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
    'of the start is told: %o',
    async (failure) => {
      const screen = open();
      await press(screen);
      await screen.ports.startAssertion.answer(failed(failure));
      expect(screen.actor.getSnapshot()).toMatchObject({
        value: 'refused',
        context: { startFailure: failure, failure: null },
      });
      expect(screen.ports.getAssertion.calls).toHaveLength(0);
    },
  );

  it('of the browser shows a message', async () => {
    const screen = await ask();
    await screen.ports.getAssertion.answer({ kind: 'failed' });
    expect(screen.actor.getSnapshot().context.startFailure).toEqual(UNEXPECTED);
  });

  it('of the login shows a message, and the next try starts over', async () => {
    const screen = await ask();
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    await screen.ports.logIn.answer(failed(rejected('005_1')));
    expect(screen.actor.getSnapshot().context).toMatchObject({
      failure: rejected('005_1'),
      startFailure: null,
    });
    screen.actor.send({ type: 'failure.dismissed' });
    await press(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(2);
  });

  it.each([rejected('016'), rejected('', 401), rejected('notAuthorized', 401)])(
    'that says the login is outdated ends it for a new policy check, at the start and at the end: %o',
    async (failure) => {
      const early = open();
      await press(early);
      await early.ports.startAssertion.answer(failed(failure));
      expect(early.actor.getSnapshot().output).toEqual({ reason: 'outdated' });
      const late = await ask();
      await late.ports.getAssertion.answer(ASSERTION_ANSWER);
      await late.ports.logIn.answer(failed(failure));
      expect(late.actor.getSnapshot().output).toEqual(outdatedBy(failure));
    },
  );
});

describe('leaving', () => {
  it('for another method takes the question away, and a late answer changes nothing', async () => {
    const screen = await ask();
    const call = screen.ports.getAssertion.waiting();
    screen.actor.send({ type: 'method.change' });
    expect(call.isAborted()).toBe(true);
    expect(screen.actor.getSnapshot().output).toEqual({ reason: 'other' });
    await call.answer(ASSERTION_ANSWER);
    expect(screen.ports.logIn.calls).toHaveLength(0);
  });

  it('takes the question away', async () => {
    const screen = await ask();
    const call = screen.ports.getAssertion.waiting();
    screen.actor.stop();
    expect(call.isAborted()).toBe(true);
  });

  it.each([
    [true, 'done'],
    [false, 'active'],
  ] as const)('with other methods %s: %s', (hasOtherMethods, status) => {
    const { actor } = open({ hasOtherMethods });
    actor.send({ type: 'method.change' });
    expect(actor.getSnapshot().status).toBe(status);
  });
});
