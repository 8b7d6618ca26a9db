import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { PushLook, SentPush } from '#machines/push/push.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { growth, heldBytes, LEAK_BYTES } from '#tests/support/heap.ts';
import { ID, input, unkept } from './input.ts';

const HOURS = 24;
const HOUR = 3600;

/** Lets what has been answered arrive; cheaper than waiting for the event loop 86,400 times. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await null;
}

describe('a push that waits for a day', () => {
  const counts = { underWay: 0, most: 0, looks: 0 };
  const clock = new SimulatedClock();
  const machine = unkept.provide({
    actors: {
      readClock: fromPromise<number>(async () => 0),
      requestPush: fromPromise<Result<SentPush>, { userId: string; clientId: string }>(async () =>
        success({ id: ID, period: 2 * HOURS * HOUR * 1000, at: 0 }),
      ),
      checkPush: fromPromise<PushLook, { id: string }>(async () => {
        counts.underWay += 1;
        counts.looks += 1;
        counts.most = Math.max(counts.most, counts.underWay);
        await Promise.resolve();
        counts.underWay -= 1;
        return { check: success('X'), at: clock.now() };
      }),
    },
  });
  const actor = createActor(machine, { input: input(), clock }).start();
  const size = (): number => JSON.stringify(actor.getPersistedSnapshot()).length;
  let firstSize = 0;
  const held: number[] = [];

  beforeAll(async () => {
    await settled();
    actor.send({ type: 'push.request', always: false, alwaysSend: false });
    await settled();
    firstSize = size();
  });

  it.each(Array.from({ length: HOURS }, (_, index) => index + 1))(
    'has looked once a second after %i h, never twice at once, and holds no more than at first',
    async (hour) => {
      for (let second = 0; second < HOUR; second += 1) {
        clock.increment(1000);
        await settled();
      }
      expect(counts).toEqual({ underWay: 0, most: 1, looks: hour * HOUR + 1 });
      expect(size()).toBeLessThanOrEqual(firstSize);
      expect(Object.keys(actor.getSnapshot().children).length).toBeLessThanOrEqual(1);
      held.push(heldBytes());
    },
  );

  it('holds no more of the heap at the end than when everything had been seen once', () => {
    expect(held).toHaveLength(HOURS);
    expect(growth(held)).toBeLessThan(LEAK_BYTES);
  });
});
