import { expect, test, vi } from 'vitest';
import { loadOf } from '#server/operations/load.ts';

/** An event loop that is busy for the share of the time that the test sets. */
function fakeEventLoop() {
  let share = 0;
  let active = 0;
  const startedAt = Date.now();
  let countedUntil = startedAt;
  const now = () => {
    active += (Date.now() - countedUntil) * share;
    countedUntil = Date.now();
    return { idle: countedUntil - startedAt - active, active, utilization: 0 };
  };
  return {
    setShare(next: number) {
      now();
      share = next;
    },
    measure(since = { idle: 0, active: 0, utilization: 0 }) {
      const { idle, active: busy } = now();
      const [idleMs, busyMs] = [idle - since.idle, busy - since.active];
      return { idle: idleMs, active: busyMs, utilization: busyMs / (idleMs + busyMs) };
    },
  };
}

test('the load is too high when many requests run and the event loop is busy for half a second, or many hashes wait', () => {
  vi.useFakeTimers();
  const { measure, setShare } = fakeEventLoop();
  let isHashingBusy = false;
  const load = loadOf(() => isHashingBusy, measure);
  const isTooHighAfter = (ms: number, share: number): boolean => {
    setShare(share);
    vi.advanceTimersByTime(ms);
    return load.isTooHigh(16);
  };
  expect(isTooHighAfter(450, 1)).toBe(false);
  expect(isTooHighAfter(100, 1)).toBe(true);
  expect(isTooHighAfter(100, 0.2)).toBe(false);
  expect(isTooHighAfter(1_000, 0.9)).toBe(false);
  expect(isTooHighAfter(500, 1)).toBe(true);
  expect(load.isTooHigh(15)).toBe(false);
  isHashingBusy = true;
  expect(load.isTooHigh(0)).toBe(true);
  load.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
