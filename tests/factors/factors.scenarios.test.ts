import { expect, it } from 'vitest';
import { INPUT, OVERVIEW } from '#cases/factors/factors.cases.ts';
import { rejected } from '#cases/samples.ts';
import { factorsMachine } from '#machines/factors/factors.machine.ts';
import type { Factor } from '#machines/shared/factor.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import type { FactorType } from '#wire/factor-types.ts';

async function open() {
  const screen = start(factorsMachine, INPUT);
  await screen.ports.fetchOverview.answer(success(OVERVIEW));
  return screen;
}

it('renames a passkey and reloads the list', async () => {
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

it('stays at the name when another passkey has it', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: 'Office' });
  await ports.rename.answer(failed(rejected('nameTaken', 409)));
  expect(actor.getSnapshot()).toMatchObject({
    value: 'naming',
    context: { problem: 'info.passkey.failure.duplication' },
  });
});

it('sends no name that the server would refuse', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: '👩\u200d💻' });
  expect(actor.getSnapshot().context.problem).toBe('factor.badName');
  expect(ports.rename.calls).toHaveLength(0);
});

it('gives any factor a name, and takes away none that some policy needs', async () => {
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
  'offers another factor of factorType %s only until all places are taken',
  async (factorType, full) => {
    const [factor] = OVERVIEW.factors;
    const listed = async (types: readonly FactorType[]) => {
      const screen = start(factorsMachine, INPUT);
      const factors = types.map((type, index) => ({ ...(factor as Factor), type, factorId: `${index}` }));
      await screen.ports.fetchOverview.answer(success({ ...OVERVIEW, factors }));
      return screen.actor.getSnapshot();
    };
    expect((await listed(full.slice(1))).can({ type: 'type.chosen', factorType })).toBe(true);
    expect((await listed(full)).can({ type: 'type.chosen', factorType })).toBe(false);
    expect((await listed(full)).can({ type: 'type.opened', factorType })).toBe(true);
    expect((await listed(['12'])).can({ type: 'type.opened', factorType })).toBe(false);
  },
);

it('removes a factor only after a confirmation', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'change.cancelled' });
  expect(ports.remove.calls).toHaveLength(0);
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  expect(ports.remove.waiting().input).toMatchObject({ factorId: 'factor-1' });
});

it('reports the failure of one of two removals, and reloads the list', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  await ports.remove.answer(failed(rejected('lastFactor', 409)));
  expect(actor.getSnapshot().value).toBe('refused');
  actor.send({ type: 'failure.dismissed' });
  expect(actor.getSnapshot().value).toBe('loading');
});

it('ends another session after a question, and never the one that is on', async () => {
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

it('asks for the proof again when the server has forgotten it', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  actor.send({ type: 'end.confirmed' });
  await ports.endSession.answer(failed(rejected('notAuthorized', 401)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'proofExpired' });
});
