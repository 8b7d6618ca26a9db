import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { success } from '#machines/shared/result.ts';
import { growth, LEAK_BYTES, referencedBytes } from '#tests/support/heap.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { input, machineWithoutStorage } from './input.ts';

/** A day where everything is tried; what is kept too long shows only then. */
const HOURS = IS_TEST_ALL ? 24 : 1;
const SECOND = 1000;

/** Enough turns for an answer to reach the machine and what it asks next to begin. */
const TURNS = 12;

async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await null;
}

/** Timers that are set and have not rung. */
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

describe('hours of questions and refreshes', () => {
  const clock = new CountingClock();
  const counts = { drawn: 0, asked: 0, inFlight: 0, mostInFlight: 0, mostTimers: 0 };
  const machine = machineWithoutStorage.provide({
    actors: {
      drawQr: fromPromise(async () => {
        counts.drawn += 1;
        const at = clock.now();
        return success({ qrId: `qr-${counts.drawn}`, qr: 'text', at });
      }),
      checkQr: fromPromise(async () => {
        counts.asked += 1;
        counts.inFlight += 1;
        counts.mostInFlight = Math.max(counts.mostInFlight, counts.inFlight);
        await Promise.resolve();
        counts.inFlight -= 1;
        return { at: clock.now(), answer: success({ check: 'X', userId: '' }) };
      }),
    },
  });
  const actor = createActor(machine, { input: input(), clock }).start();
  const sizes: number[] = [];
  const held: number[] = [];

  async function passHour(): Promise<void> {
    for (let second = 0; second < 3600; second += 1) {
      await settled();
      if (actor.getSnapshot().can({ type: 'qr.refresh' })) actor.send({ type: 'qr.refresh' });
      counts.mostTimers = Math.max(counts.mostTimers, clock.timers.size);
      clock.increment(SECOND);
    }
    sizes.push(JSON.stringify(actor.getPersistedSnapshot()).length);
    held.push(referencedBytes());
  }

  it('leave one question in flight at most, and nothing behind', { timeout: 0 }, async () => {
    for (let hour = 0; hour < HOURS; hour += 1) await passHour();
    expect(counts.mostInFlight).toBe(1);
    expect(counts.mostTimers).toBeLessThanOrEqual(2);
    expect(counts.drawn).toBeGreaterThan(208 * HOURS);
    expect(counts.asked).toBeLessThanOrEqual(15 * counts.drawn);
    expect(counts.asked).toBeGreaterThan(14 * (counts.drawn - 1));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(100);
    if (IS_TEST_ALL) expect(growth(held)).toBeLessThan(LEAK_BYTES);
    actor.stop();
    expect(clock.timers.size).toBe(0);
  });
});
