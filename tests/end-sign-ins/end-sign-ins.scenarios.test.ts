import { expect, it } from 'vitest';
import { openSignIns } from '#cases/end-sign-ins/end-sign-ins.cases.ts';
import { login, rejected } from '#cases/samples.ts';
import { endSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { arriveAtPassword } from '#tests/support/model/portal.ts';
import { start } from '#tests/support/model/start.ts';

const HELD = { userId: 'kim', token: 'held-1' };
const OUTDATED = failed(rejected('', 401));

async function asked(leastEnds: number) {
  const flow = start(endSignInsMachine, HELD);
  await flow.ports.fetchSignIns.answer(success(openSignIns(leastEnds)));
  return flow;
}

it.each([
  [0, [], true],
  [1, [], false],
  [1, ['session-2'], true],
  [2, ['session-1'], false],
  [2, ['session-1', 'session-2'], true],
] as const)('where %i have to end, %j is enough: %s', async (leastEnds, ends, isEnough) => {
  const { actor, ports } = await asked(leastEnds);
  actor.send({ type: 'ends.submitted', ends });
  expect(actor.getSnapshot()).toMatchObject({
    value: isEnough ? 'ending' : 'asking',
    context: { ends, isTooFew: !isEnough },
  });
  expect(ports.endSignIns.calls.map(({ input }) => input)).toEqual(
    isEnough ? [{ token: 'held-1', ends }] : [],
  );
});

it('reloads the list after a new sign-in elsewhere, and signs in when all have ended', async () => {
  const { actor, ports } = await asked(1);
  actor.send({ type: 'ends.submitted', ends: ['session-1'] });
  await ports.endSignIns.answer(failed(rejected('signedInElsewhere', 409)));
  await ports.fetchSignIns.answer(success(openSignIns(2)));
  expect(actor.getSnapshot()).toMatchObject({ value: 'asking', context: { hasChanged: true, ends: [] } });

  const alone = start(endSignInsMachine, HELD);
  await alone.ports.fetchSignIns.answer(success({ signIns: [], limit: 1, leastEnds: 0 }));
  expect(alone.ports.endSignIns.waiting().input).toEqual({ token: 'held-1', ends: [] });
});

it('asks again after a failure, for the list where there is none yet', async () => {
  const flow = start(endSignInsMachine, HELD);
  await flow.ports.fetchSignIns.fail();
  flow.actor.send({ type: 'failure.dismissed' });
  await flow.ports.fetchSignIns.answer(success(openSignIns(0)));
  flow.actor.send({ type: 'ends.submitted', ends: [] });
  await flow.ports.endSignIns.fail();
  flow.actor.send({ type: 'failure.dismissed' });
  expect(flow.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: null } });
});

it.each([
  ['signs in', { 'return-to-service': 'loading' }],
  ['goes back', { 'id-entry': 'atFirst' }],
  ['waited too long', 'renewing'],
] as const)('a login that waits for it: the person %s', async (how, follows) => {
  const portal = await arriveAtPassword();
  await portal.submitPassword();
  await portal.logIn({ endSignIns: 'held-1' });
  expect([portal.value(), portal.address()]).toEqual([{ 'end-sign-ins': 'loading' }, null]);
  await portal.load();
  const { fetchSignIns, endSignIns } = portal.ports['end-sign-ins'];
  expect(fetchSignIns.waiting().input).toEqual({ token: 'held-1' });
  if (how === 'waited too long') await fetchSignIns.answer(OUTDATED);
  else await fetchSignIns.answer(success(openSignIns(2)));
  if (how === 'goes back') await portal.sendToFlow('end-sign-ins', { type: 'ends.back' });
  if (how === 'signs in') {
    await portal.sendToFlow('end-sign-ins', { type: 'ends.submitted', ends: ['session-1', 'session-2'] });
    await endSignIns.answer(success(login()));
  }
  expect(portal.value()).toEqual(follows);
});
