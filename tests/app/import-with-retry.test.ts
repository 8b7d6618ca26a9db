import { expect, it, vi } from 'vitest';
import { importWithRetry } from '#src/app/import-with-retry.ts';

const fetchError = (address: string) =>
  new TypeError(`Failed to fetch dynamically imported module: ${address}`);

it('a chunk that was not fetched is retried at a new address each time, which no browser has in its cache', async () => {
  const load = () => Promise.reject(fetchError('https://portal.example/assets/en-1a2b.js'));
  const retry = vi.fn((_: string) => Promise.resolve({ default: 'texts' }));
  expect(await importWithRetry(load, retry)).toEqual({ default: 'texts' });
  await importWithRetry(load, retry);
  const addresses = retry.mock.calls.map(([address]) => address);
  expect(addresses.map((address) => address.split('?')[0])).toEqual(
    Array(2).fill('https://portal.example/assets/en-1a2b.js'),
  );
  expect(new Set(addresses).size).toBe(2);
});

it('a module is imported once, and not retried when it throws', async () => {
  const retry = vi.fn(() => Promise.resolve({}));
  expect(await importWithRetry(() => Promise.resolve('here'), retry)).toBe('here');
  await expect(
    importWithRetry(() => Promise.reject(new Error('an error in the module')), retry),
  ).rejects.toThrow('in the module');
  expect(retry).not.toHaveBeenCalled();
});
