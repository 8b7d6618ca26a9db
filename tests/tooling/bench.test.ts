import { describe, expect, test } from 'vitest';
import { MOST_SCRIPT, overBudget } from '#scripts/bench/budget.ts';
import type { Load } from '#scripts/bench/loads.ts';
import { median } from '#scripts/bench/median.ts';

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
      'unthrottled: 132501 bytes of JavaScript, more than 132500',
      'unthrottled: typable after 1.21 x the empty form, more than 1.2',
    ]);
  });

  test('needs the empty form of the same run', () => {
    expect(() => overBudget([load('portal', 1000, 1)])).toThrow('The empty form was not measured');
  });
});
