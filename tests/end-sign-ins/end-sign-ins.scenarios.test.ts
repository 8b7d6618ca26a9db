import { expect, it } from 'vitest';
import { openSignIns } from '#cases/end-sign-ins/end-sign-ins.cases.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import { endSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { openPasswordScreen } from '#tests/support/model/portal.ts';
import { start } from '#tests/support/model/start.ts';

const INPUT = { userId: 'kim', token: 'held-1' };
const OUTDATED = failed(rejected('', 401));

async function openList(leastEnds: number) {
  const flow = start(endSignInsMachine, INPUT);
  await flow.ports.fetchSignIns.answer(success(openSignIns(leastEnds)));
  return flow;
}

it.each([
  [0, [], true],
  [1, [], false],
  [1, ['session-2'], true],
  [2, ['session-1'], false],
  [2, ['session-1', 'session-2'], true],
] as const)('when %i sign-ins have to end, %j is enough: %s', async (leastEnds, sessionIds, isEnough) => {
  const { actor, ports } = await openList(leastEnds);
  actor.send({ type: 'ends.submitted', sessionIds });
  expect(actor.getSnapshot()).toMatchObject({
    value: isEnough ? 'ending' : 'asking',
    context: { sessionIds, isTooFew: !isEnough },
  });
  expect(ports.endSignIns.calls.map(({ input }) => input)).toEqual(
    isEnough ? [{ token: 'held-1', sessionIds }] : [],
  );
});

it('the list is reloaded after a new sign-in elsewhere', async () => {
  const { actor, ports } = await openList(1);
  actor.send({ type: 'ends.submitted', sessionIds: ['session-1'] });
  await ports.endSignIns.answer(failed(rejected('signedInElsewhere', 409)));
  await ports.fetchSignIns.answer(success(openSignIns(2)));
  expect(actor.getSnapshot()).toMatchObject({
    value: 'asking',
    context: { hasChanged: true, sessionIds: [] },
  });
});

it('the login continues when the list is empty', async () => {
  const { ports } = start(endSignInsMachine, INPUT);
  await ports.fetchSignIns.answer(success({ signIns: [], limit: 1, leastEnds: 0 }));
  expect(ports.endSignIns.waiting().input).toEqual({ token: 'held-1', sessionIds: [] });
});

it('the list is fetched again after a failure, and the sign-ins can be submitted again', async () => {
  const flow = start(endSignInsMachine, INPUT);
  await flow.ports.fetchSignIns.fail();
  flow.actor.send({ type: 'failure.dismissed' });
  await flow.ports.fetchSignIns.answer(success(openSignIns(0)));
  flow.actor.send({ type: 'ends.submitted', sessionIds: [] });
  await flow.ports.endSignIns.fail();
  flow.actor.send({ type: 'failure.dismissed' });
  expect(flow.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { failure: null } });
});

it.each([
  ['signs in', { 'return-to-service': 'loading' }],
  ['goes back', { 'id-entry': 'withRequest' }],
  ['waited too long', 'renewing'],
] as const)(
  'a login that waits for the end of other sign-ins continues: the person %s',
  async (action, nextState) => {
    const portal = await openPasswordScreen();
    await portal.submitPassword();
    await portal.answerLogin({ endSignIns: 'held-1' });
    expect([portal.value(), portal.address()]).toEqual([{ 'end-sign-ins': 'loading' }, null]);
    await portal.load();
    const { fetchSignIns, endSignIns } = portal.ports['end-sign-ins'];
    expect(fetchSignIns.waiting().input).toEqual({ token: 'held-1' });
    if (action === 'waited too long') await fetchSignIns.answer(OUTDATED);
    else await fetchSignIns.answer(success(openSignIns(2)));
    if (action === 'goes back') await portal.sendToFlow('end-sign-ins', { type: 'ends.back' });
    if (action === 'signs in') {
      await portal.sendToFlow('end-sign-ins', {
        type: 'ends.submitted',
        sessionIds: ['session-1', 'session-2'],
      });
      await endSignIns.answer(success(loginResult()));
    }
    expect(portal.value()).toEqual(nextState);
  },
);
