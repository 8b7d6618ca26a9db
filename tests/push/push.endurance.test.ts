import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { PUSH_ID } from '#cases/push/samples.ts';
import type { PushPollResult } from '#machines/push/poll-meaning.ts';
import type { PushReference, PushRequestInput, SentPush } from '#machines/push/push.setup.ts';
import { type Result, success } from '#machines/shared/result.ts';
import { deliverAnswers } from '#tests/support/deliver-answers.ts';
import { growth, MAX_GROWTH_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { input, machineWithoutStorage } from './input.ts';

/** A day in `npm run test:all`, which shows a slow leak of memory. */
const HOURS = IS_TEST_ALL ? 24 : 1;
const HOUR = 3600;

describe('a push that waits for hours', () => {
  const counts = { running: 0, maxRunning: 0, polls: 0 };
  const clock = new SimulatedClock();
  const machine = machineWithoutStorage.provide({
    actors: {
      readClock: fromPromise<number>(async () => 0),
      requestPush: fromPromise<Result<SentPush>, PushRequestInput>(async () =>
        success({ id: PUSH_ID, period: 2 * HOURS * HOUR * 1000, isNotified: true, at: 0 }),
      ),
      checkPush: fromPromise<PushPollResult, PushReference>(async () => {
        counts.running += 1;
        counts.polls += 1;
        counts.maxRunning = Math.max(counts.maxRunning, counts.running);
        await Promise.resolve();
        counts.running -= 1;
        return { check: success('X'), at: clock.now() };
      }),
    },
  });
  const actor = createActor(machine, { input: input(), clock }).start();
  const size = (): number => JSON.stringify(actor.getPersistedSnapshot()).length;

  async function passHour(): Promise<void> {
    for (let second = 0; second < HOUR; second += 1) {
      clock.increment(1000);
      await deliverAnswers();
    }
  }

  it('is polled once a second, by one call at a time, and its memory does not grow', {
    timeout: 0,
  }, async () => {
    await deliverAnswers();
    actor.send({ type: 'push.request' });
    await deliverAnswers();
    const firstSize = size();
    const memoryUse: number[] = [];
    for (let hour = 1; hour <= HOURS; hour += 1) {
      await passHour();
      expect(counts).toEqual({ running: 0, maxRunning: 1, polls: hour * HOUR + 1 });
      expect(size()).toBeLessThanOrEqual(firstSize);
      expect(Object.keys(actor.getSnapshot().children).length).toBeLessThanOrEqual(1);
      memoryUse.push(referencedBytes());
    }
    if (IS_TEST_ALL) expect(growth(memoryUse)).toBeLessThan(MAX_GROWTH_BYTES);
  });
});
