import { expect, test, vi } from 'vitest';
import { NO_PROCESS, newProcessNumber } from '#server/storage/presence.ts';

test.each([
  ['smallest', 0],
  ['largest', 1 - Number.EPSILON / 2],
])('the %s number of a process is an integer that PostgreSQL accepts, and not 0', (_, randomValue) => {
  vi.spyOn(Math, 'random').mockReturnValue(randomValue);
  const number = newProcessNumber();
  expect(number).toBeGreaterThan(NO_PROCESS);
  expect(number).toBeLessThan(2 ** 31);
  expect(Number.isInteger(number)).toBe(true);
});
