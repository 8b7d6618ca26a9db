import { expect, test, vi } from 'vitest';
import { fetchAhead, NEXT_FLOWS } from '#src/app/boot/fetch-ahead.ts';

const resolveImmediately = async () => undefined;

test('the next flows are fetched one after the other, also after one has failed', async () => {
  let running = 0;
  const load = vi.fn(async (flow: string) => {
    running += 1;
    expect(running).toBe(1);
    await resolveImmediately();
    running -= 1;
    if (flow === 'chooser') throw new Error('lost');
  });
  await fetchAhead({ load, whenIdle: resolveImmediately, signal: new AbortController().signal });
  expect(load.mock.calls.map(([flow]) => flow)).toEqual(NEXT_FLOWS);
});

test('only the most likely flow is fetched while the page is busy, and none after the page was left', async () => {
  const load = vi.fn(resolveImmediately);
  const { promise, resolve } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const fetching = fetchAhead({ load, whenIdle: () => promise, signal: controller.signal });
  await resolveImmediately();
  expect(load.mock.calls).toEqual([['password']]);
  controller.abort();
  resolve();
  await fetching;
  expect(load).toHaveBeenCalledTimes(1);
});
