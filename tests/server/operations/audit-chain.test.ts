import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkChain } from '#server/operations/audit/check.ts';
import { oldestDay } from '#server/operations/audit/days.ts';
import { openAudit } from '#server/operations/audit/open.ts';
import { newFolder } from '#tests/support/folder.ts';
import { openInMemory } from '#tests/support/server/storage.ts';

const HOUR_MS = 60 * 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const DAYS = 366;

let dataDir: string;
let time: number;

const storage = await openInMemory();
afterAll(() => storage.close());
beforeEach(() => {
  dataDir = newFolder();
  time = NOON;
});

const failed = (error: unknown) => {
  throw error;
};

function open(days = DAYS) {
  const audit = openAudit(
    { to: 'files', days },
    { dataDir, storage, now: () => time, reportFailure: failed },
  );
  void audit.close();
  return audit;
}

const checked = async (days = DAYS) => {
  const { copies } = open(days);
  if (!copies.files) throw new Error('there are no files');
  return checkChain(copies.files(), oldestDay(days, time));
};

const pathOf = (day: string): string => join(dataDir, 'audit', `audit-${day}.jsonl`);
const edit = (day: string, change: (lines: string[]) => string[]): void => {
  const lines = readFileSync(pathOf(day), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    pathOf(day),
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
};

/** Two processes on three days; the second begins on the second day. */
function threeDays(): void {
  const one = open();
  const two = open();
  for (const account of ['kim', 'lee', 'park']) one.audit({ event: 'login.completed', account });
  time += 24 * HOUR_MS;
  for (const account of ['kim', 'lee', 'park']) {
    one.audit({ event: 'login.completed', account });
    two.audit({ event: 'login.refused', account, result: '001' });
  }
  time += 24 * HOUR_MS;
  one.audit({ event: 'login.completed', account: 'kim' });
}

test('untouched records are verified over days, processes and a clock set back', async () => {
  threeDays();
  const late = open();
  time -= 24 * HOUR_MS;
  const early = open();
  for (const { audit } of [late, early, late]) audit({ event: 'login.completed', account: 'kim' });
  time -= 24 * HOUR_MS;
  late.audit({ event: 'login.completed', account: 'kim' });
  time += 48 * HOUR_MS;
  late.audit({ event: 'login.completed', account: 'kim' });
  expect(await checked()).toMatchObject({ days: 3, lines: 15, unchained: 0, cut: 0, problems: [] });
});

test.for<readonly [string, (day: string) => void, string[]]>([
  [
    'a changed line',
    (day) => edit(day, ([a = '', ...rest]) => [a.replace('kim', 'eve'), ...rest]),
    ['changed'],
  ],
  ['a line that was taken out', (day) => edit(day, (lines) => lines.toSpliced(2, 1)), ['missing']],
  ['the first line of a process', (day) => edit(day, (lines) => lines.slice(1)), ['gone', 'missing']],
  ['the last line of a process', (day) => edit(day, (lines) => lines.toSpliced(4, 1)), ['gone']],
  [
    'a line that was put in without a hash',
    (day) => edit(day, (lines) => [...lines, '{"time":"x"}']),
    ['inserted'],
  ],
  ['a line that was put in twice', (day) => edit(day, (lines) => [...lines, lines[0] ?? '']), ['inserted']],
  ['a whole day', (day) => rmSync(pathOf(day)), ['gone']],
  [
    'a line of another day',
    (day) => edit(day, (lines) => lines.map((l) => l.replace('T12', 'T13').replace('11-21', '11-20'))),
    Array(6).fill('inserted'),
  ],
])('%s is found', async ([, change, why]) => {
  threeDays();
  const before = await checked();
  change('2026-11-21');
  const after = await checked();
  expect(after.problems.map((problem) => problem.why).sort()).toEqual(why);
  if (!why.includes('inserted')) expect(after.problems.every(({ day }) => day >= '2026-11-21')).toBe(true);
  expect(before.problems).toEqual([]);
});

test('removing the last lines changes only the digest', async () => {
  threeDays();
  const before = await checked();
  expect((await checked()).digest).toBe(before.digest);
  edit('2026-11-22', () => []);
  const after = await checked();
  expect([after.problems, after.digest === before.digest]).toEqual([[], false]);
});

test('expired days are not reported as missing', async () => {
  threeDays();
  expect(await checked(1)).toMatchObject({ days: 2, lines: 7, problems: [] });
  expect(readdirSync(join(dataDir, 'audit')).sort()).toEqual([
    'audit-2026-11-21.jsonl',
    'audit-2026-11-22.jsonl',
  ]);
});

test('lines of versions without hashes are counted, but no problem', async () => {
  open();
  writeFileSync(
    pathOf('2026-11-19'),
    '{"time":"2026-11-19T12:00:00.000Z","event":"login.completed"}\n{"time":\n',
  );
  threeDays();
  expect(await checked()).toMatchObject({ lines: 11, unchained: 1, cut: 1, problems: [] });
});
