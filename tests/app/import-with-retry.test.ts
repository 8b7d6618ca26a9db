import { expect, it, vi } from 'vitest';
import { importWithRetry } from '#src/app/import-with-retry.ts';

const lost = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`);

it('retries a lost chunk at a new address each time, so that no browser answers from its cache', async () => {
  const load = () => Promise.reject(lost('https://portal.example/assets/en-1a2b.js'));
  const again = vi.fn((_: string) => Promise.resolve({ default: 'texts' }));
  expect(await importWithRetry(load, again)).toEqual({ default: 'texts' });
  await importWithRetry(load, again);
  const addresses = again.mock.calls.map(([address]) => address);
  expect(addresses.map((address) => address.split('?')[0])).toEqual(
    Array(2).fill('https://portal.example/assets/en-1a2b.js'),
  );
  expect(new Set(addresses).size).toBe(2);
});

it('imports once, and does not retry a module that throws', async () => {
  const again = vi.fn(() => Promise.resolve({}));
  expect(await importWithRetry(() => Promise.resolve('here'), again)).toBe('here');
  await expect(importWithRetry(() => Promise.reject(new Error('a fault of its own')), again)).rejects.toThrow(
    'own',
  );
  expect(again).not.toHaveBeenCalled();
});
