import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { PUSH_ID } from '#cases/push/samples.ts';
import type { PushReference, PushRequestInput, SentPush } from '#machines/push/push.setup.ts';
import type { PollResult } from '#machines/push/verdict.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { growth, LEAK_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { input, unkept } from './input.ts';

/** A day where everything is tried; what is kept too long shows only then. */
const HOURS = IS_TEST_ALL ? 24 : 1;
const HOUR = 3600;

/** Lets what has been answered arrive; cheaper than waiting for the event loop 86,400 times. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await null;
}

describe('a push that waits for hours', () => {
  const counts = { underWay: 0, most: 0, looks: 0 };
  const clock = new SimulatedClock();
  const machine = unkept.provide({
    actors: {
      readClock: fromPromise<number>(async () => 0),
      requestPush: fromPromise<Result<SentPush>, PushRequestInput>(async () =>
        success({ id: PUSH_ID, period: 2 * HOURS * HOUR * 1000, isNotified: true, at: 0 }),
      ),
      checkPush: fromPromise<PollResult, PushReference>(async () => {
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

  async function passHour(): Promise<void> {
    for (let second = 0; second < HOUR; second += 1) {
      clock.increment(1000);
      await settled();
    }
  }

  it('is looked at once a second, never twice at once, and holds no more than at first', {
    timeout: 0,
  }, async () => {
    await settled();
    actor.send({ type: 'push.request' });
    await settled();
    const firstSize = size();
    const held: number[] = [];
    for (let hour = 1; hour <= HOURS; hour += 1) {
      await passHour();
      expect(counts).toEqual({ underWay: 0, most: 1, looks: hour * HOUR + 1 });
      expect(size()).toBeLessThanOrEqual(firstSize);
      expect(Object.keys(actor.getSnapshot().children).length).toBeLessThanOrEqual(1);
      held.push(referencedBytes());
    }
    if (IS_TEST_ALL) expect(growth(held)).toBeLessThan(LEAK_BYTES);
  });
});
