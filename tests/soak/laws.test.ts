import { expect, test } from 'vitest';
import { memoryTrends, type Reading } from './memory.ts';
import { summarize } from './report.ts';
import { growingTables, type RowCounts } from './rows.ts';

const MEGABYTE = 1_000_000;

/** Readings every 15 seconds for 20 minutes; the heap warms up for 5 minutes and grows by these bytes per hour. */
const readingsOf = (growthPerHour: number): readonly Reading[] =>
  Array.from({ length: 80 }, (_, index) => {
    const age = 15 * index;
    const warmUp = Math.min(age, 300) * 50_000;
    const noise = (index % 3) * 100_000;
    return {
      portal: 0,
      restart: 1,
      age,
      heap: 50 * MEGABYTE + warmUp + noise + (age * growthPerHour) / 3_600,
      resident: 0,
    };
  });

const counts = (rowsAt: (minute: number) => number, table = 'sessions'): readonly RowCounts[] =>
  Array.from({ length: 60 }, (_, minute) => ({ minute, rows: new Map([[table, rowsAt(minute)]]) }));

const idleRun = {
  minutes: 60,
  restarts: 5,
  load: { endedJourneys: new Map(), errors: [], requests: () => 0 },
  overdue: [],
};

test('the memory trend of a process is the growth after the warm-up, and needs enough readings', () => {
  expect(memoryTrends(readingsOf(0))[0]?.slope).toBeCloseTo(0, -5);
  expect(memoryTrends(readingsOf(20 * MEGABYTE))[0]?.slope).toBeCloseTo(20 * MEGABYTE, -6);
  expect(memoryTrends(readingsOf(0).slice(0, 25))).toEqual([]);
});

test('a table that only grows is reported, but not a table whose rows are swept or permanent', () => {
  expect(growingTables(counts((minute) => minute * 100))).toEqual(['sessions: 3900, then 5900 rows']);
  expect(growingTables(counts((minute) => (minute % 10) * 100))).toEqual([]);
  expect(growingTables(counts((minute) => minute * 100, 'audit_lines'))).toEqual([]);
});

test('the summary of a soak test reports exactly the broken laws', () => {
  expect(summarize({ ...idleRun, readings: readingsOf(0), counts: [] }).brokenLaws).toEqual([]);
  const load = { ...idleRun.load, errors: ['sign-in by push, person-1: null'] };
  const result = summarize({
    ...idleRun,
    load,
    readings: readingsOf(20 * MEGABYTE),
    counts: counts((minute) => minute * 100),
    overdue: ['minute 3, pushes: 2 rows'],
  });
  expect(result.brokenLaws.filter((line) => !line.startsWith(' '))).toEqual([
    'Problems that a person would have seen: 1',
    'Memory grows: 1',
    'Rows that should have been swept: 1',
    'Tables grow: 1',
  ]);
});
