import { describe, expect, test } from 'vitest';
import { MOST_SCRIPT, overBudget } from '#scripts/bench/budget.ts';
import type { Load } from '#scripts/bench/loads.ts';
import { median } from '#scripts/bench/median.ts';
import { sizingTable } from '#scripts/bench/storage/sizing.ts';

test.each([
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j', (values, middle) => {
  expect(median(values)).toBe(middle);
});

describe('the budget', () => {
  const load = (page: Load['page'], typable: number, scriptGzip: number): Load => ({
    page,
    profile: 'unthrottled',
    typable,
    answering: typable,
    longTasks: 0,
    weight: { requests: 1, scriptGzip, script: 0, total: 0 },
  });
  const floor = load('stack', 1000, 110_000);

  test('is kept up to its edge', () => {
    expect(overBudget([floor, load('portal', 1200, MOST_SCRIPT)])).toEqual([]);
  });

  test('is broken by weight and by time', () => {
    expect(overBudget([floor, load('portal', 1210, MOST_SCRIPT + 1)])).toEqual([
      `unthrottled: ${MOST_SCRIPT + 1} bytes of JavaScript, more than ${MOST_SCRIPT}`,
      'unthrottled: typable after 1.21 x the empty form, more than 1.2',
    ]);
  });

  test('needs the empty form of the same run', () => {
    expect(() => overBudget([load('portal', 1000, 1)])).toThrow('The empty form was not measured');
  });
});

test('what a machine needs is told in one table, for each core that hashes and for a thousand people', () => {
  const table = sizingTable({
    cores: 4,
    many: 1_000,
    polls: { quiet: 10, inRush: 25, rushSeconds: 8 },
    signInsPerSecond: 9,
    memory: { accounts: 90, sessions: 100, pushes: 110 },
    disk: { account: 1.024, session: 2.048, auditOfSignIn: 0.512 },
  });
  expect(table.split('\n').map((line) => line.split(' | ').at(-1))).toEqual([
    '4 cores |',
    '--- |',
    '10 ms; 25 ms (2.5 times) |',
    '8 s |',
    '3.0 |',
    '90; 100; 110 MB |',
    '1.0 MB |',
    '2.0 MB |',
    '0.5 MB |',
  ]);
});
