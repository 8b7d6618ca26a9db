import { describe, expect, test } from 'vitest';
import { JumpingClock } from '#src/inspector/jumping-clock.ts';
import { StoppedTime } from './stopped-time.ts';

const START = 1_000_000;

const open = (ahead = 0) => {
  const real = new StoppedTime(START);
  const clock = new JumpingClock(real, ahead);
  const log: string[] = [];
  const record = (name: string) => () => log.push(`${name} at ${clock.now() - START}`);
  return { real, clock, log, record };
};

describe('a clock without a jump', () => {
  test('follows the real clock', () => {
    const { real, clock, log, record } = open(60_000);
    clock.setTimeout(record('b'), 200);
    clock.setTimeout(record('a'), 100);
    expect(clock.now()).toBe(START + 60_000);
    real.advance(200);
    expect(log).toEqual(['a at 60100', 'b at 60200']);
  });

  test('does not fire a timer that is cleared', () => {
    const { real, clock, log, record } = open();
    clock.clearTimeout(clock.setTimeout(record('a'), 100));
    clock.clearTimeout(99);
    real.advance(1000);
    expect(log).toEqual([]);
    expect(real.timerCount).toBe(0);
  });
});

describe('a jump', () => {
  test('fires due timers in order, each at its time', async () => {
    const { clock, log, record } = open();
    clock.setTimeout(record('late'), 9000);
    clock.setTimeout(record('second'), 3000);
    clock.setTimeout(record('first'), 1000);
    clock.setTimeout(record('third'), 3000);
    await clock.jump(5000);
    expect(log).toEqual(['first at 1000', 'second at 3000', 'third at 3000']);
    expect([clock.now() - START, clock.ahead]).toEqual([5000, 5000]);
  });

  test('fires timers set during the jump, and none that were cleared', async () => {
    const { clock, log, record } = open();
    const poll = (): number =>
      clock.setTimeout(() => {
        record('poll')();
        poll();
      }, 1000);
    poll();
    const cleared = clock.setTimeout(record('cleared'), 2500);
    clock.setTimeout(() => clock.clearTimeout(cleared), 1500);
    await clock.jump(3200);
    expect(log).toEqual(['poll at 1000', 'poll at 2000', 'poll at 3000']);
  });

  test('runs the microtasks of a timer before the next timer', async () => {
    const { clock, log, record } = open();
    clock.setTimeout(() => Promise.resolve().then(record('answer')), 1000);
    clock.setTimeout(record('next'), 1001);
    await clock.jump(2000);
    expect(log).toEqual(['answer at 1000', 'next at 1001']);
  });

  test('keeps later timers pending', async () => {
    const { real, clock, log, record } = open();
    clock.setTimeout(record('late'), 9000);
    await clock.jump(8999);
    expect(log).toEqual([]);
    real.advance(1);
    expect(log).toEqual(['late at 9000']);
  });

  test('advances other clocks step by step, before a timer fires', async () => {
    const { clock, log, record } = open();
    let server = 0;
    clock.setTimeout(() => log.push(`server ${server}`), 1000);
    clock.setTimeout(record('page'), 4000);
    await clock.jump(5000, async (ms) => {
      server += ms;
    });
    expect(log).toEqual(['server 1000', 'page at 4000']);
    expect(server).toBe(5000);
  });

  test('stops when another clock fails, and allows the next jump', async () => {
    const { clock, log, record } = open();
    clock.setTimeout(record('a'), 1000);
    await expect(clock.jump(2000, () => Promise.reject(new Error('unreachable')))).rejects.toThrow(
      'unreachable',
    );
    expect([log, clock.ahead]).toEqual([[], 0]);
    await clock.jump(2000);
    expect(log).toEqual(['a at 1000']);
  });

  test('waits for the previous jump', async () => {
    const { clock, log, record } = open();
    clock.setTimeout(record('a'), 1500);
    await Promise.all([clock.jump(1000), clock.jump(1000)]);
    expect([log, clock.ahead]).toEqual([['a at 1500'], 2000]);
  });
});
