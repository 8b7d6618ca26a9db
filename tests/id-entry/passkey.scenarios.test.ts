import { describe, expect, it } from 'vitest';
import {
  ANSWER_WITHOUT_USER_HANDLE,
  ASSERTION,
  ASSERTION_ANSWER,
  ASSERTION_REQUEST,
  CONFIG_WITH_ID_AND_PASSKEY,
  CONFIG_WITH_ONLY_PASSKEY,
  idEntryInput,
  USER_HANDLE,
} from '#cases/id-entry/input.ts';
import { clientConfig, policy, rejected, SERVICE } from '#cases/samples.ts';
import { entryModeOf, hasModeChoice } from '#machines/id-entry/entry-mode.ts';
import { idEntryMachine } from '#machines/id-entry/id-entry.machine.ts';
import { type IdEntryInput, SUGGESTION_LIFETIME } from '#machines/id-entry/id-entry.setup.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

const HOUR = 3_600_000;

const open = (changes: Partial<IdEntryInput> = {}) =>
  start(idEntryMachine, idEntryInput({ client: CONFIG_WITH_ID_AND_PASSKEY, ...changes }));
type Screen = ReturnType<typeof open>;

const contextOf = ({ actor }: Screen) => actor.getSnapshot().context;

const requestPasskey = async ({ actor }: Screen) => {
  actor.send({ type: 'passkey.request' });
  await settle();
};

/** Presses the button, so that the browser asks for a passkey. */
const openBrowserDialog = async (changes: Partial<IdEntryInput> = {}) => {
  const screen = open(changes);
  await requestPasskey(screen);
  await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
  return screen;
};

/** Opens a screen whose field suggests passkeys. */
const openWithSuggestions = async () => {
  const screen = open();
  await screen.ports.probeSuggestions.answer(true);
  await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
  return screen;
};

describe('the choice between ID and passkey', () => {
  it.each([
    [true, true, true, 'id'],
    [false, true, false, 'passkey'],
    [true, false, false, 'id'],
    [false, false, false, 'id'],
  ] as const)(
    'with idOtp %s and passkey %s is shown: %s, and has the default %s',
    (idOtp, passkey, isShown, mode) => {
      const client = clientConfig({ idOtp, passkey });
      expect([hasModeChoice(client), entryModeOf({ client, mode: 'id' })]).toEqual([isShown, mode]);
    },
  );

  it('is not shown before the service is known', () => {
    expect([hasModeChoice(null), entryModeOf({ client: null, mode: 'passkey' })]).toEqual([false, 'id']);
  });

  it('is shown when the service is received, and stays after the texts of the service change', () => {
    const { actor } = open({ client: null });
    expect(entryModeOf(actor.getSnapshot().context)).toBe('id');
    actor.send({ type: 'client.received', config: CONFIG_WITH_ID_AND_PASSKEY });
    actor.send({ type: 'mode.chosen', mode: 'passkey' });
    actor.send({ type: 'client.received', config: { ...CONFIG_WITH_ID_AND_PASSKEY, serviceName: 'Other' } });
    expect(entryModeOf(actor.getSnapshot().context)).toBe('passkey');
  });
});

describe('the button of the passkey', () => {
  it('identifies the person by the user handle, and passes on the assertion', async () => {
    const screen = await openBrowserDialog();
    expect(screen.ports.startAssertion.calls.at(-1)?.input).toEqual({ clientId: SERVICE });
    expect(screen.ports.getAssertion.waiting().input).toEqual({ request: ASSERTION_REQUEST });
    await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
    expect(screen.ports.recognise.waiting().input).toEqual({ userHandle: USER_HANDLE, clientId: SERVICE });
    await screen.ports.recognise.answer(success({ userId: 'kim', policy: policy() }));
    expect(screen.actor.getSnapshot().output).toEqual({
      userId: 'kim',
      policy: policy(),
      assertion: ASSERTION,
    });
  });

  it('requests one challenge when it is pressed twice', async () => {
    const screen = open({ client: CONFIG_WITH_ONLY_PASSKEY });
    await requestPasskey(screen);
    await requestPasskey(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
  });

  it.each(['missing', 'insecure'] as const)(
    'does nothing when the support of passkeys is %s',
    async (support) => {
      const screen = open({ support });
      await requestPasskey(screen);
      expect(screen.actor.getSnapshot().value).toEqual({ entering: 'plain' });
      expect(screen.ports.startAssertion.calls).toHaveLength(0);
    },
  );

  it('does nothing when the service accepts no passkeys', async () => {
    const screen = open({ client: clientConfig() });
    await requestPasskey(screen);
    expect(screen.ports.startAssertion.calls).toHaveLength(0);
  });

  it('shows a hint and no error when the person cancels the browser dialog', async () => {
    const screen = await openBrowserDialog();
    await screen.ports.getAssertion.answer({ kind: 'cancelled' });
    expect(contextOf(screen)).toMatchObject({ problem: { kind: 'cancelled' } });
    await requestPasskey(screen);
    expect(contextOf(screen).problem).toBeNull();
    expect(screen.ports.startAssertion.isWaiting()).toBe(true);
  });

  it.each([
    ['the browser fails', { kind: 'failed' } as const],
    ['the passkey has no user handle', ANSWER_WITHOUT_USER_HANDLE],
  ])('shows a failure when %s', async (_name, answer) => {
    const screen = await openBrowserDialog();
    await screen.ports.getAssertion.answer(answer);
    expect(contextOf(screen)).toMatchObject({
      problem: { kind: 'noPasskey', failure: UNEXPECTED },
      assertion: null,
    });
  });

  it('shows a failure when the server returns no challenge', async () => {
    const screen = open();
    await requestPasskey(screen);
    await screen.ports.startAssertion.answer(failed(rejected('012_4', 502)));
    expect(contextOf(screen).problem).toEqual({ kind: 'noPasskey', failure: rejected('012_4', 502) });
    expect(screen.ports.getAssertion.calls).toHaveLength(0);
  });

  it.each([rejected('011', 404), UNREACHABLE])(
    'shows the failure and removes the assertion when nobody is recognised: %o',
    async (failure) => {
      const screen = await openBrowserDialog();
      await screen.ports.getAssertion.answer(ASSERTION_ANSWER);
      await screen.ports.recognise.answer(failed(failure));
      expect(contextOf(screen)).toMatchObject({
        problem: { kind: 'noPasskey', failure },
        assertion: null,
        userHandle: '',
      });
      expect(JSON.stringify(screen.actor.getPersistedSnapshot())).not.toContain(ASSERTION);
    },
  );

  it('closes the browser dialog when the person chooses the ID, and a late answer changes nothing', async () => {
    const screen = await openBrowserDialog();
    const call = screen.ports.getAssertion.waiting();
    screen.actor.send({ type: 'mode.chosen', mode: 'id' });
    expect(call.isAborted()).toBe(true);
    await call.answer(ASSERTION_ANSWER);
    expect(screen.ports.recognise.calls).toHaveLength(0);
    expect(entryModeOf(contextOf(screen))).toBe('id');
  });
});

describe('the suggestions of the field', () => {
  it('start when the service is known, and identify the person without the button', async () => {
    const screen = open({ client: null });
    expect(screen.ports.probeSuggestions.calls).toHaveLength(0);
    screen.actor.send({ type: 'client.received', config: CONFIG_WITH_ID_AND_PASSKEY });
    await screen.ports.probeSuggestions.answer(true);
    await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
    await screen.ports.suggestPasskeys.answer(ASSERTION_ANSWER);
    expect(screen.ports.recognise.waiting().input).toEqual({ userHandle: USER_HANDLE, clientId: SERVICE });
    expect(screen.ports.getAssertion.calls).toHaveLength(0);
  });

  it.each([false, new Error('broken')])(
    'request nothing from the server when the browser answers %s',
    async (answer) => {
      const screen = open();
      if (answer === false) await screen.ports.probeSuggestions.answer(false);
      else await screen.ports.probeSuggestions.fail(answer);
      expect(screen.actor.getSnapshot().value).toEqual({ entering: 'unsuggested' });
      expect(screen.ports.startAssertion.calls).toHaveLength(0);
    },
  );

  it.each(['missing', 'insecure'] as const)(
    'are not started when the support of passkeys is %s',
    (support) => {
      expect(open({ support }).ports.probeSuggestions.calls).toHaveLength(0);
    },
  );

  it('end before the browser opens its dialog', async () => {
    const screen = await openWithSuggestions();
    const call = screen.ports.suggestPasskeys.waiting();
    await requestPasskey(screen);
    expect(call.isAborted()).toBe(true);
    expect(screen.ports.getAssertion.calls).toHaveLength(0);
  });

  it('end when an ID is sent, and start again when the ID was refused', async () => {
    const screen = await openWithSuggestions();
    const call = screen.ports.suggestPasskeys.waiting();
    screen.actor.send({ type: 'identity.submitted', userId: 'kim' });
    expect(call.isAborted()).toBe(true);
    await call.answer(ASSERTION_ANSWER);
    expect(screen.ports.recognise.calls).toHaveLength(0);
    await screen.ports.checkPolicy.answer(failed(rejected('000', 404)));
    await screen.ports.probeSuggestions.answer(true);
    expect(screen.ports.startAssertion.isWaiting()).toBe(true);
  });

  it('continue while the person types', async () => {
    const screen = await openWithSuggestions();
    screen.actor.send({ type: 'identity.edited' });
    expect(screen.ports.suggestPasskeys.isWaiting()).toBe(true);
  });

  it('get a new challenge before the old one expires', async () => {
    const screen = await openWithSuggestions();
    const call = screen.ports.suggestPasskeys.waiting();
    await screen.clock.advance(SUGGESTION_LIFETIME - 100);
    expect(call.isAborted()).toBe(false);
    await screen.clock.advance(100);
    expect(call.isAborted()).toBe(true);
    await screen.ports.awaitAttention.answer(undefined);
    await screen.ports.startAssertion.answer(success({ challenge: 'challenge-2' }));
    expect(screen.ports.suggestPasskeys.waiting().input).toEqual({ request: { challenge: 'challenge-2' } });
  });

  it('are not renewed while the page is hidden', async () => {
    const screen = await openWithSuggestions();
    await screen.clock.advance(SUGGESTION_LIFETIME);
    expect(screen.ports.awaitAttention.waiting().input).toEqual({ needsInteraction: false });
    await screen.clock.advance(3 * SUGGESTION_LIFETIME);
    expect(screen.ports.startAssertion.calls).toHaveLength(1);
    await screen.ports.awaitAttention.answer(undefined);
    expect(screen.ports.startAssertion.isWaiting()).toBe(true);
  });

  it('are renewed for an hour on an unused page, and later when the person acts', async () => {
    const screen = await openWithSuggestions();
    const renew = async () => {
      await screen.clock.advance(SUGGESTION_LIFETIME);
      const { needsInteraction } = screen.ports.awaitAttention.waiting().input;
      await screen.ports.awaitAttention.answer(undefined);
      await screen.ports.startAssertion.answer(success(ASSERTION_REQUEST));
      return needsInteraction;
    };
    const renewalsPerHour = HOUR / SUGGESTION_LIFETIME;
    const needs: boolean[] = [];
    for (let round = 0; round < 2 * renewalsPerHour; round += 1) needs.push(await renew());
    const needsOfAnHour = [...Array(renewalsPerHour - 1).fill(false), true];
    expect(needs).toEqual([...needsOfAnHour, ...needsOfAnHour]);
  });

  it('end when the visibility of the page is unknown, and the ID can still be submitted', async () => {
    const screen = await openWithSuggestions();
    await screen.clock.advance(SUGGESTION_LIFETIME);
    await screen.ports.awaitAttention.fail(new Error('broken'));
    expect(screen.actor.getSnapshot().value).toEqual({ entering: 'unsuggested' });
    screen.actor.send({ type: 'identity.submitted', userId: 'kim' });
    expect(screen.ports.checkPolicy.isWaiting()).toBe(true);
  });

  it.each([failed(UNREACHABLE), failed(rejected('018', 403))])(
    'show no message when the server answers %o',
    async (answer) => {
      const screen = open();
      await screen.ports.probeSuggestions.answer(true);
      await screen.ports.startAssertion.answer(answer);
      expect(screen.actor.getSnapshot().value).toEqual({ entering: 'unsuggested' });
      expect(contextOf(screen)).toMatchObject({ problem: null });
    },
  );

  it('show no message when the browser ends them', async () => {
    const screen = await openWithSuggestions();
    await screen.ports.suggestPasskeys.answer({ kind: 'cancelled' });
    expect(contextOf(screen)).toMatchObject({ problem: null });
  });
});
