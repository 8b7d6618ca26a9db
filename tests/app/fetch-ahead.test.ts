import { expect, test, vi } from 'vitest';
import { fetchAhead, NEXT_FLOWS } from '#src/app/boot/fetch-ahead.ts';

const resolveSoon = async () => undefined;

test('fetches the next flows one after the other, even after one fails', async () => {
  let running = 0;
  const load = vi.fn(async (flow: string) => {
    running += 1;
    expect(running).toBe(1);
    await resolveSoon();
    running -= 1;
    if (flow === 'chooser') throw new Error('lost');
  });
  await fetchAhead({ load, whenIdle: resolveSoon, signal: new AbortController().signal });
  expect(load.mock.calls.map(([flow]) => flow)).toEqual(NEXT_FLOWS);
});

test('fetches only the most likely flow while the page is busy, and nothing after the page was left', async () => {
  const load = vi.fn(resolveSoon);
  const { promise, resolve } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const ahead = fetchAhead({ load, whenIdle: () => promise, signal: leaving.signal });
  await resolveSoon();
  expect(load.mock.calls).toEqual([['password']]);
  leaving.abort();
  resolve();
  await ahead;
  expect(load).toHaveBeenCalledTimes(1);
});
