import { expect, test } from 'vitest';
import { judged, type Reading } from './memory.ts';
import { verdict } from './report.ts';
import { type Count, growing } from './rows.ts';

const MEGABYTE = 1_000_000;

/** Readings every 15 seconds for 20 minutes of a heap that is warm after 5, and rises so much in an hour. */
const life = (anHour: number): readonly Reading[] =>
  Array.from({ length: 80 }, (_, index) => {
    const age = 15 * index;
    const warming = Math.min(age, 300) * 50_000;
    const noise = (index % 3) * 100_000;
    return {
      place: 0,
      life: 1,
      age,
      heap: 50 * MEGABYTE + warming + noise + (age * anHour) / 3_600,
      resident: 0,
    };
  });

const counts = (rowsAt: (minute: number) => number, table = 'sessions'): readonly Count[] =>
  Array.from({ length: 60 }, (_, minute) => ({ minute, rows: new Map([[table, rowsAt(minute)]]) }));

const nothing = {
  minutes: 60,
  restarts: 5,
  load: { done: new Map(), errors: [], requests: () => 0 },
  overdue: [],
};

test('memory is judged by its slope after the warm-up of each process', () => {
  expect(judged(life(0))[0]?.slope).toBeCloseTo(0, -5);
  expect(judged(life(20 * MEGABYTE))[0]?.slope).toBeCloseTo(20 * MEGABYTE, -6);
  expect(judged(life(0).slice(0, 25))).toEqual([]);
});

test('a table that only grows is named, one that comes and goes is not, nor one that is kept', () => {
  expect(growing(counts((minute) => minute * 100))).toEqual(['sessions: 3900, then 5900 rows']);
  expect(growing(counts((minute) => (minute % 10) * 100))).toEqual([]);
  expect(growing(counts((minute) => minute * 100, 'audit_lines'))).toEqual([]);
});

test('each law that is broken is told, and none that holds', () => {
  expect(verdict({ ...nothing, readings: life(0), counts: [] }).broken).toEqual([]);
  const load = { ...nothing.load, errors: ['sign-in by push, person-1: null'] };
  const broken = verdict({
    ...nothing,
    load,
    readings: life(20 * MEGABYTE),
    counts: counts((minute) => minute * 100),
    overdue: ['minute 3, pushes: 2 rows'],
  });
  expect(broken.broken.filter((line) => !line.startsWith(' '))).toEqual([
    'A person would have seen: 1',
    'Memory grows: 1',
    'Rows stay that should have been swept: 1',
    'Tables grow: 1',
  ]);
});
