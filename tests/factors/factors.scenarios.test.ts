import { expect, it } from 'vitest';
import { INPUT, OVERVIEW } from '#cases/factors/factors.cases.ts';
import { rejected } from '#cases/samples.ts';
import { factorsMachine } from '#machines/factors/factors.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

async function open() {
  const screen = start(factorsMachine, INPUT);
  await screen.ports.fetchOverview.answer(success(OVERVIEW));
  return screen;
}

it('gives a passkey another name, and shows the list anew', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-1' });
  actor.send({ type: 'name.submitted', name: '  Office ' });
  expect(ports.rename.waiting().input).toEqual({
    userId: 'kim',
    token: 'token-1',
    factorId: 'factor-1',
    name: 'Office',
  });
  await ports.rename.answer(success({}));
  expect(ports.fetchOverview.calls).toHaveLength(2);
  expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { done: 'renamed' } });
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

it('names no card, and takes away no factor that some policy needs', async () => {
  const { actor } = await open();
  actor.send({ type: 'factor.rename', factorId: 'factor-2' });
  actor.send({ type: 'factor.remove', factorId: 'factor-2' });
  expect(actor.getSnapshot().value).toBe('listing');
});

it('takes a factor away only after it was asked once more', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'change.cancelled' });
  expect(ports.remove.calls).toHaveLength(0);
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  expect(ports.remove.waiting().input).toMatchObject({ factorId: 'factor-1' });
});

it('of two that are taken away at once tells why one stays, and shows what there is now', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'factor.remove', factorId: 'factor-1' });
  actor.send({ type: 'removal.confirmed' });
  await ports.remove.answer(failed(rejected('lastFactor', 409)));
  expect(actor.getSnapshot().value).toBe('refused');
  actor.send({ type: 'failure.dismissed' });
  expect(actor.getSnapshot().value).toBe('loading');
});

it('ends another session, and never the one that is on', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'session.end', sessionId: 'session-1' });
  expect(ports.endSession.calls).toHaveLength(0);
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  expect(ports.endSession.waiting().input).toMatchObject({ sessionId: 'session-2' });
});

it('asks for the proof again when the server has forgotten it', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'session.end', sessionId: 'session-2' });
  await ports.endSession.answer(failed(rejected('notEarned', 401)));
  expect(actor.getSnapshot().output).toEqual({ reason: 'unproved' });
});
