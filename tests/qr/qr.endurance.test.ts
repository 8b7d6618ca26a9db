import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { success } from '#machines/shared/result.ts';
import { deliverAnswers } from '#tests/support/deliver-answers.ts';
import { growth, MAX_GROWTH_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { input, machineWithoutStorage } from './input.ts';

/** A day in `npm run test:all`, which shows a slow leak of memory. */
const HOURS = IS_TEST_ALL ? 24 : 1;
const SECOND = 1000;

/** A clock that knows the timers that are set and have not fired. */
class CountingClock extends SimulatedClock {
  readonly timers = new Set<number>();

  override setTimeout(fire: () => void, timeout: number): number {
    const id = super.setTimeout(() => {
      this.timers.delete(id);
      fire();
    }, timeout);
    this.timers.add(id);
    return id;
  }

  override clearTimeout(id: number): void {
    this.timers.delete(id);
    super.clearTimeout(id);
  }
}

describe('hours of polls and new QR codes', () => {
  const clock = new CountingClock();
  const counts = { codes: 0, polls: 0, running: 0, maxRunning: 0, maxTimers: 0 };
  const machine = machineWithoutStorage.provide({
    actors: {
      createQr: fromPromise(async () => {
        counts.codes += 1;
        const at = clock.now();
        return success({ qrId: `qr-${counts.codes}`, qr: 'text', at });
      }),
      checkQr: fromPromise(async () => {
        counts.polls += 1;
        counts.running += 1;
        counts.maxRunning = Math.max(counts.maxRunning, counts.running);
        await Promise.resolve();
        counts.running -= 1;
        return { at: clock.now(), answer: success({ check: 'X', userId: '' }) };
      }),
    },
  });
  const actor = createActor(machine, { input: input(), clock }).start();
  const sizes: number[] = [];
  const memoryUse: number[] = [];

  async function passHour(): Promise<void> {
    for (let second = 0; second < 3600; second += 1) {
      await deliverAnswers();
      if (actor.getSnapshot().can({ type: 'qr.refresh' })) actor.send({ type: 'qr.refresh' });
      counts.maxTimers = Math.max(counts.maxTimers, clock.timers.size);
      clock.increment(SECOND);
    }
    sizes.push(JSON.stringify(actor.getPersistedSnapshot()).length);
    memoryUse.push(referencedBytes());
  }

  it('have at most one running poll, and leave no timers or growing memory', { timeout: 0 }, async () => {
    for (let hour = 0; hour < HOURS; hour += 1) await passHour();
    expect(counts.maxRunning).toBe(1);
    expect(counts.maxTimers).toBeLessThanOrEqual(2);
    expect(counts.codes).toBeGreaterThan(208 * HOURS);
    expect(counts.polls).toBeLessThanOrEqual(15 * counts.codes);
    expect(counts.polls).toBeGreaterThan(14 * (counts.codes - 1));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(100);
    if (IS_TEST_ALL) expect(growth(memoryUse)).toBeLessThan(MAX_GROWTH_BYTES);
    actor.stop();
    expect(clock.timers.size).toBe(0);
  });
});
