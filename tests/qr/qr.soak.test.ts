import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import { success } from '#machines/shared/result.ts';
import { settled } from '#tests/support/ports.ts';
import { input } from './input.ts';

const HOURS = 24;
const SECOND = 1000;

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

it('a day of questions and refreshes leaves one question in flight at most, and nothing behind', async () => {
  const clock = new CountingClock();
  const counts = { drawn: 0, asked: 0, inFlight: 0, mostInFlight: 0, mostTimers: 0 };
  const machine = qrMachine.provide({
    actors: {
      drawQr: fromPromise(async () => {
        counts.drawn += 1;
        return success({ qrId: `qr-${counts.drawn}`, qr: 'text', at: clock.now() });
      }),
      askCheck: fromPromise(async () => {
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
  for (let second = 0; second < HOURS * 60 * 60; second += 1) {
    await settled();
    if (actor.getSnapshot().can({ type: 'qr.refresh' })) actor.send({ type: 'qr.refresh' });
    counts.mostTimers = Math.max(counts.mostTimers, clock.timers.size);
    if (second % 3600 === 0) sizes.push(JSON.stringify(actor.getPersistedSnapshot()).length);
    clock.increment(SECOND);
  }
  expect(counts.mostInFlight).toBe(1);
  expect(counts.mostTimers).toBeLessThanOrEqual(2);
  expect(counts.drawn).toBeGreaterThan(5000);
  expect(counts.asked).toBeLessThanOrEqual(15 * counts.drawn);
  expect(counts.asked).toBeGreaterThan(14 * (counts.drawn - 1));
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(100);
  actor.stop();
  expect(clock.timers.size).toBe(0);
});
