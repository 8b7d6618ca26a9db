import { expect, test, vi } from 'vitest';
import { NO_PROCESS, newProcessNumber } from '#server/storage/presence.ts';

test.each([
  ['smallest', 0],
  ['largest', 1 - Number.EPSILON / 2],
])('the %s name of a process is an integer that PostgreSQL accepts, and not 0', (_, chance) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const name = newProcessNumber();
  expect(name).toBeGreaterThan(NO_PROCESS);
  expect(name).toBeLessThan(2 ** 31);
  expect(Number.isInteger(name)).toBe(true);
});
