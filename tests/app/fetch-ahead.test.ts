import { expect, test, vi } from 'vitest';
import { fetchAhead, NEXT_FLOWS } from '#src/app/boot/fetch-ahead.ts';

const soon = async () => undefined;

test('fetches the next flows one after the other, even after one fails', async () => {
  let underWay = 0;
  const load = vi.fn(async (flow: string) => {
    underWay += 1;
    expect(underWay).toBe(1);
    await soon();
    underWay -= 1;
    if (flow === 'chooser') throw new Error('lost');
  });
  await fetchAhead({ load, whenIdle: soon, signal: new AbortController().signal });
  expect(load.mock.calls.map(([flow]) => flow)).toEqual(NEXT_FLOWS);
});

test('fetches the likeliest alone while the page is busy, and nothing more for a page that is left', async () => {
  const load = vi.fn(soon);
  const { promise, resolve } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const ahead = fetchAhead({ load, whenIdle: () => promise, signal: leaving.signal });
  await soon();
  expect(load.mock.calls).toEqual([['password']]);
  leaving.abort();
  resolve();
  await ahead;
  expect(load).toHaveBeenCalledTimes(1);
});
