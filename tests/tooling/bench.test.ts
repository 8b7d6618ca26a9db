import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findExceededBudgets, MAX_SCRIPT_BYTES } from '#tools/bench/budget.ts';
import type { LoadMedians } from '#tools/bench/loads.ts';
import { median } from '#tools/bench/median.ts';
import { PAGES, pageFolder } from '#tools/bench/pages.ts';
import type { Cost } from '#tools/bench/storage/calls.ts';
import { measureFixedRate } from '#tools/bench/storage/capacity.ts';
import { sizingTable } from '#tools/bench/storage/sizing.ts';
import { capacityTable, serverTables, versionComparisonTable } from '#tools/bench/storage/tables.ts';
import { RetryLaterError } from '#tools/bench/storage/whole-sign-in.ts';

test.each(PAGES)('the benchmarked page %s has an index.html', (name) => {
  expect(existsSync(join(pageFolder(name), 'index.html'))).toBe(true);
});

test.each([
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

describe('the budget', () => {
  const load = (page: LoadMedians['page'], typable: number, scriptGzip: number): LoadMedians => ({
    page,
    profile: 'unthrottled',
    typable,
    responsive: typable,
    hydrated: typable,
    longTasks: 0,
    weight: { requests: 1, scriptGzip, script: 0, total: 0 },
  });
  const baseline = load('stack', 1000, 110_000);

  test('allows exactly the limits', () => {
    expect(findExceededBudgets([baseline, load('portal', 1200, MAX_SCRIPT_BYTES)])).toEqual([]);
  });

  test('reports too many bytes of script and too long a load time', () => {
    expect(findExceededBudgets([baseline, load('portal', 1210, MAX_SCRIPT_BYTES + 1)])).toEqual([
      `unthrottled: ${MAX_SCRIPT_BYTES + 1} bytes of JavaScript, more than ${MAX_SCRIPT_BYTES}`,
      'unthrottled: typable after 1.21 x the empty form, more than 1.2',
    ]);
  });

  test('needs a measurement of the empty form from the same run', () => {
    expect(() => findExceededBudgets([load('portal', 1000, 1)])).toThrow('The empty form was not measured');
  });
});

test('the sizing table gives the rate, memory and disk space for each core and for a thousand people', () => {
  const table = sizingTable({
    cores: 4,
    count: 1_000,
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

describe('the calls of a sign-in', () => {
  const cost = (processor: number, ...times: number[]): ReadonlyMap<string, Cost> =>
    new Map([['GET /login', { times, processor, seconds: 0.5 }]]);

  test('are listed next to the calls of an earlier commit, with processor times', () => {
    const table = versionComparisonTable([
      { name: '08d5b84', costs: cost(4, 1, 2, 3, 10) },
      { name: 'now', costs: cost(6, 2, 2, 3, 5) },
    ]);
    expect(table.split('\n')).toEqual([
      '|  | 08d5b84 | now |',
      '| --- | --: | --: |',
      '| GET /login, p50 ms | 3.0 (1.00) | 3.0 (1.00) |',
      '| GET /login, p99 ms | 10.0 (1.00) | 5.0 (0.50) |',
      '| GET /login, processor ms | 1.00 (1.00) | 1.50 (1.50) |',
    ]);
  });

  test('are listed with the memory of the server and the time until the first answer', () => {
    const megabyte = 1024 ** 2;
    const memoryUse = (heap: number) => ({ heap: heap * megabyte, resident: 2 * heap * megabyte });
    const tables = serverTables({
      cores: 2,
      sequential: cost(4, 1, 2, 3, 10),
      concurrent: cost(8, 7, 8, 9, 20),
      firstAnswer: { fresh: 900, existing: 450 },
      sessions: 10_000,
      pushes: 1_000,
      memory: { empty: memoryUse(30), sessions: memoryUse(40), pushes: memoryUse(41) },
    });
    expect(tables.split('\n').filter((line) => /\d/.test(line))).toEqual([
      '| one process, SQLite, 2 cores | p50 ms | p99 ms | processor ms | a second, 8 at once | their p99 ms |',
      '| GET /login | 3.0 | 10.0 | 1.00 | 8 | 20.0 |',
      '| started | 30 MB | 60 MB |',
      '| 10,000 sessions | 40 MB | 80 MB |',
      '| and 1,000 waiting pushes | 41 MB | 82 MB |',
      '| with new data | 900 |',
      '| with existing data | 450 |',
    ]);
  });
});

describe('whole sign-ins', () => {
  test('are listed with the cost, and refused sign-ins separately with the Retry-After header', () => {
    const outcome = {
      startedPerSecond: 20,
      perSecond: 10,
      times: [100, 900],
      reopenTimes: [5],
      refusedReopens: 1,
    };
    const atMaximum = {
      perSecond: 12.5,
      times: [80, 90, 400],
      perSignIn: { server: 30, database: 10, generator: 2 },
    };
    const table = capacityTable({
      cores: 2,
      load: 1.25,
      capacities: [
        {
          name: 'SQLite',
          atMaximum,
          withoutHash: null,
          idleReopenTimes: [4],
          belowMaximum: { ...outcome, refusalTimes: [], retryAfter: new Set() },
          aboveMaximum: { ...outcome, refusalTimes: [3, 4], retryAfter: new Set(['5']) },
        },
      ],
    });
    const lastCells = table.split('\n').map((line) => line.split(' | ').at(-1));
    const rowsOfRate = ['20.0; 10.0 |', '900; 900 |'];
    expect(lastCells).toEqual([
      ...[
        'SQLite |',
        '--: |',
        '12.5 |',
        '90; 400 |',
        '30.0 + 10.0 |',
        '2.0 |',
        '25.0 |',
        ' |',
        ' |',
        '4; 4 |',
      ],
      ...[...rowsOfRate, 'none |', ' |', '5; 5 |', '1 |'],
      ...[...rowsOfRate, '50 %; 4; 4; 4 |', '5 |', '5; 5 |', '1 |'],
    ]);
  });

  test('are counted separately after a refusal, and another failure ends the measurement', async () => {
    const enter = async () => undefined;
    const refuse = () => Promise.reject(new RetryLaterError('full', 7, '5'));
    const failing = (error: Error) => ({
      async signIn(browser: number) {
        if (browser % 2 === 1) throw error;
      },
    });
    const { times, refusalTimes, retryAfter } = await measureFixedRate(
      failing(new RetryLaterError('full', 7, '5')),
      1_000,
      [0, 1, 2, 3, 4],
      enter,
    );
    expect([times.length, refusalTimes, [...retryAfter]]).toEqual([3, [7, 7], ['5']]);
    const outcome = await measureFixedRate({ signIn: async () => undefined }, 1_000, [0], refuse);
    expect(outcome.refusedReopens).toBe(1);
    await expect(measureFixedRate(failing(new Error('odd')), 1_000, [1, 2], enter)).rejects.toThrow('odd');
  });
});
