import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createScheduler } from './scheduler.ts';

const noBlockedSteps = async (): Promise<number> => {
  await setImmediate();
  return 0;
};

test('a seed determines the order of the steps of two sides; the steps of each side do not change places', async () => {
  const { enter, runBoth } = createScheduler(noBlockedSteps);
  const runOf = async (seed: number) => {
    const done: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      for (let count = 1; count <= 5; count += 1) {
        const endStep = await enter();
        done.push(name + count);
        await setImmediate();
        endStep();
        for (let pause = 0; pause < count; pause += 1) await setImmediate();
      }
      return name;
    };
    return { ...(await runBoth(seed, work('a'), work('b'))), done };
  };
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  const results = await Promise.all(seeds.map(runOf));
  expect(await Promise.all(seeds.map(runOf))).toEqual(results);
  expect(new Set(results.map(({ order }) => order)).size).toBeGreaterThan(20);
  for (const { answers, order, done } of results) {
    expect(answers).toEqual(['a', 'b']);
    expect(done.map((step) => step[0]).join('')).toBe(order);
    expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'b4', 'b5']);
  }
});

test('a side that waits for a lock of the other side lets the other side run', async () => {
  let isLocked = false;
  let release: (() => void) | null = null;
  const { enter, runBoth } = createScheduler(async () => {
    await setImmediate();
    return release === null ? 0 : 1;
  });
  const step = async (work: () => void | Promise<void>): Promise<void> => {
    const endStep = await enter();
    await work();
    endStep();
  };
  const lock = async (): Promise<void> => {
    if (isLocked) await new Promise<void>((resolve) => (release = resolve));
    isLocked = true;
  };
  const unlock = (): void => {
    isLocked = false;
    release?.();
    release = null;
  };
  const work = async (): Promise<void> => {
    await step(lock);
    await step(() => undefined);
    await step(unlock);
  };
  const orders = new Set<string>();
  for (let seed = 0; seed < 20; seed += 1) orders.add((await runBoth(seed, work, work)).order);
  expect([...orders].sort()).toEqual(expect.arrayContaining(['aaabbb', 'abaabb', 'babbaa', 'bbbaaa']));
});

test('a step outside a run does not wait', async () => {
  (await createScheduler(noBlockedSteps).enter())();
});
