import { expect, it } from 'vitest';
import { FACTORS_INPUT, OVERVIEW } from '#cases/factors/factors.cases.ts';
import { rejected } from '#cases/samples.ts';
import { factorsMachine } from '#machines/factors/factors.machine.ts';
import type { Factor } from '#machines/shared/factor.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import type { FactorType } from '#wire/factor-types.ts';

async function open() {
  const screen = start(factorsMachine, FACTORS_INPUT);
  await screen.ports.fetchOverview.answer(success(OVERVIEW));
  return screen;
}

it('a passkey is renamed and the list is reloaded', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: '  Office  \u30001 ' });
  expect(ports.rename.waiting().input).toEqual({
    userId: 'kim',
    token: 'token-1',
    factorId: 'factor-1',
    name: 'Office 1',
  });
  await ports.rename.answer(success({}));
  expect(ports.fetchOverview.calls).toHaveLength(2);
  expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { lastChange: 'renamed' } });
});

it('a name of another passkey is refused and can be changed', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: 'Office' });
  await ports.rename.answer(failed(rejected('nameTaken', 409)));
  expect(actor.getSnapshot()).toMatchObject({
    value: 'naming',
    context: { problem: 'info.passkey.failure.duplication' },
  });
});

it('a name that the server would refuse is not sent', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: '👩\u200d💻' });
  expect(actor.getSnapshot().context.problem).toBe('factor.badName');
  expect(ports.rename.calls).toHaveLength(0);
});

it('a factor that a policy needs cannot be removed, but renamed', async () => {
  const { actor } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-2' });
  expect(actor.getSnapshot().value).toBe('listing');
  actor.send({ type: 'factor.rename', factorId: 'factor-2' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'naming', context: { selectedFactor: { type: '7' } } });
});

it.each([
  ['7', ['7']],
  ['8', ['8', '8']],
  ['9', ['9']],
] as const)(
  'another factor of the type %s can be registered only until the maximum is reached',
  async (factorType, maximum) => {
    const [factor] = OVERVIEW.factors;
    const openWith = async (types: readonly FactorType[]) => {
      const screen = start(factorsMachine, FACTORS_INPUT);
      const factors = types.map((type, index) => ({ ...(factor as Factor), type, factorId: `${index}` }));
      await screen.ports.fetchOverview.answer(success({ ...OVERVIEW, factors }));
      return screen.actor.getSnapshot();
    };
    expect((await openWith(maximum.slice(1))).can({ type: 'type.chosen', factorType })).toBe(true);
    expect((await openWith(maximum)).can({ type: 'type.chosen', factorType })).toBe(false);
    expect((await openWith(maximum)).can({ type: 'type.opened', factorType })).toBe(true);
    expect((await openWith(['12'])).can({ type: 'type.opened', factorType })).toBe(false);
  },
);

it('a factor is removed only after a confirmation', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'change.cancelled' });
  expect(ports.remove.calls).toHaveLength(0);
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  expect(ports.remove.waiting().input).toMatchObject({ factorId: 'factor-1' });
});

it('a refused removal is reported, and the list is reloaded after it', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  await ports.remove.answer(failed(rejected('lastFactor', 409)));
  expect(actor.getSnapshot().value).toBe('refused');
  actor.send({ type: 'failure.dismissed' });
  expect(actor.getSnapshot().value).toBe('loading');
});

it('another session is ended after a confirmation, and the current one cannot be ended', async () => {
  const { actor, ports } = await open();
  const before = actor.getSnapshot().value;
  for (const sessionId of ['session-1', 'unknown']) actor.send({ type: 'session.end', sessionId });
  expect(actor.getSnapshot().value).toEqual(before);
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  actor.send({ type: 'change.cancelled' });
  expect(ports.endSession.calls).toHaveLength(0);
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  actor.send({ type: 'end.confirmed' });
  expect(ports.endSession.waiting().input).toMatchObject({ sessionId: 'session-2' });
});

it('the proof is required again when the server no longer knows it', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  actor.send({ type: 'end.confirmed' });
  await ports.endSession.answer(failed(rejected('notAuthorized', 401)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'proofExpired' });
});
