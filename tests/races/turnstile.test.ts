import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnstile } from './turnstile.ts';

const nobodyWaits = async (): Promise<number> => {
  await setImmediate();
  return 0;
};

test('two go in the order that the seed tells, each with its own steps in their order', async () => {
  const { enter, meet } = turnstile(nobodyWaits);
  const meetingOf = async (seed: number) => {
    const done: string[] = [];
    const walk = (name: string) => async (): Promise<string> => {
      for (let count = 1; count <= 5; count += 1) {
        const leave = await enter();
        done.push(name + count);
        await setImmediate();
        leave();
        for (let turn = 0; turn < count; turn += 1) await setImmediate();
      }
      return name;
    };
    return { ...(await meet(seed, walk('a'), walk('b'))), done };
  };
  const seeds = Array.from({ length: 50 }, (_, seed) => seed);
  const met = await Promise.all(seeds.map(meetingOf));
  expect(await Promise.all(seeds.map(meetingOf))).toEqual(met);
  expect(new Set(met.map(({ order }) => order)).size).toBeGreaterThan(20);
  for (const { answers, order, done } of met) {
    expect(answers).toEqual(['a', 'b']);
    expect(done.map((step) => step[0]).join('')).toBe(order);
    expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'b4', 'b5']);
  }
});

test('a side that waits for the other lets it run', async () => {
  let isTaken = false;
  let release: (() => void) | null = null;
  const { enter, meet } = turnstile(async () => {
    await setImmediate();
    return release === null ? 0 : 1;
  });
  const step = async (work: () => void | Promise<void>): Promise<void> => {
    const leave = await enter();
    await work();
    leave();
  };
  const take = async (): Promise<void> => {
    if (isTaken) await new Promise<void>((resolve) => (release = resolve));
    isTaken = true;
  };
  const letGo = (): void => {
    isTaken = false;
    release?.();
    release = null;
  };
  const walk = async (): Promise<void> => {
    await step(take);
    await step(() => undefined);
    await step(letGo);
  };
  const orders = new Set<string>();
  for (let seed = 0; seed < 20; seed += 1) orders.add((await meet(seed, walk, walk)).order);
  expect([...orders].sort()).toEqual(expect.arrayContaining(['aaabbb', 'abaabb', 'babbaa', 'bbbaaa']));
});

test('outside a meeting nobody waits', async () => {
  (await turnstile(nobodyWaits).enter())();
});
