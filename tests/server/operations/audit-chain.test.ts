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
const RETENTION_DAYS = 366;

let dataDir: string;
let time: number;

const storage = await openInMemory();
afterAll(() => storage.close());
beforeEach(() => {
  dataDir = newFolder();
  time = NOON;
});

const throwError = (error: unknown) => {
  throw error;
};

function open(days = RETENTION_DAYS) {
  const audit = openAudit(
    { to: 'files', days },
    { dataDir, storage, now: () => time, reportFailure: throwError },
  );
  // Stops the timers; events can still be written.
  void audit.close();
  return audit;
}

const checkFiles = async (days = RETENTION_DAYS) => {
  const { copies } = open(days);
  if (!copies.files) throw new Error('there are no files');
  return checkChain(copies.files(), oldestDay(days, time));
};

const pathOf = (day: string): string => join(dataDir, 'audit', `audit-${day}.jsonl`);
const editLines = (day: string, change: (lines: string[]) => string[]): void => {
  const lines = readFileSync(pathOf(day), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    pathOf(day),
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
};

/** Writes lines of two processes on three days; the second process begins on the second day. */
function writeThreeDays(): void {
  const firstWriter = open();
  const secondWriter = open();
  for (const account of ['kim', 'lee', 'park']) firstWriter.audit({ event: 'login.completed', account });
  time += 24 * HOUR_MS;
  for (const account of ['kim', 'lee', 'park']) {
    firstWriter.audit({ event: 'login.completed', account });
    secondWriter.audit({ event: 'login.refused', account, result: '001' });
  }
  time += 24 * HOUR_MS;
  firstWriter.audit({ event: 'login.completed', account: 'kim' });
}

test('unchanged records are verified across days, processes and a clock that is set back', async () => {
  writeThreeDays();
  const laterWriter = open();
  time -= 24 * HOUR_MS;
  const earlierWriter = open();
  for (const { audit } of [laterWriter, earlierWriter, laterWriter])
    audit({ event: 'login.completed', account: 'kim' });
  time -= 24 * HOUR_MS;
  laterWriter.audit({ event: 'login.completed', account: 'kim' });
  time += 48 * HOUR_MS;
  laterWriter.audit({ event: 'login.completed', account: 'kim' });
  expect(await checkFiles()).toMatchObject({
    days: 3,
    lines: 15,
    unchained: 0,
    incompleteLines: 0,
    problems: [],
  });
});

test.for<readonly [string, (day: string) => void, string[]]>([
  [
    'a changed line',
    (day) => editLines(day, ([first = '', ...rest]) => [first.replace('kim', 'eve'), ...rest]),
    ['changed'],
  ],
  ['a removed line', (day) => editLines(day, (lines) => lines.toSpliced(2, 1)), ['missing']],
  ['the first line of a process', (day) => editLines(day, (lines) => lines.slice(1)), ['gone', 'missing']],
  ['the last line of a process', (day) => editLines(day, (lines) => lines.toSpliced(4, 1)), ['gone']],
  [
    'an inserted line without a hash',
    (day) => editLines(day, (lines) => [...lines, '{"time":"x"}']),
    ['inserted'],
  ],
  [
    'a line that was inserted twice',
    (day) => editLines(day, (lines) => [...lines, lines[0] ?? '']),
    ['inserted'],
  ],
  ['the removal of a day', (day) => rmSync(pathOf(day)), ['gone']],
  [
    'a line of another day',
    (day) =>
      editLines(day, (lines) => lines.map((line) => line.replace('T12', 'T13').replace('11-21', '11-20'))),
    Array(6).fill('inserted'),
  ],
])('%s is reported', async ([, change, reasons]) => {
  writeThreeDays();
  const before = await checkFiles();
  change('2026-11-21');
  const after = await checkFiles();
  expect(after.problems.map((problem) => problem.kind).sort()).toEqual(reasons);
  if (!reasons.includes('inserted'))
    expect(after.problems.every(({ day }) => day >= '2026-11-21')).toBe(true);
  expect(before.problems).toEqual([]);
});

test('removing the last lines changes only the digest', async () => {
  writeThreeDays();
  const before = await checkFiles();
  expect((await checkFiles()).digest).toBe(before.digest);
  editLines('2026-11-22', () => []);
  const after = await checkFiles();
  expect([after.problems, after.digest === before.digest]).toEqual([[], false]);
});

test('expired days are not reported as missing', async () => {
  writeThreeDays();
  expect(await checkFiles(1)).toMatchObject({ days: 2, lines: 7, problems: [] });
  expect(readdirSync(join(dataDir, 'audit')).sort()).toEqual([
    'audit-2026-11-21.jsonl',
    'audit-2026-11-22.jsonl',
  ]);
});

test('lines without a hash, of earlier versions, and incomplete lines are counted and are no problems', async () => {
  open();
  writeFileSync(
    pathOf('2026-11-19'),
    '{"time":"2026-11-19T12:00:00.000Z","event":"login.completed"}\n{"time":\n',
  );
  writeThreeDays();
  expect(await checkFiles()).toMatchObject({ lines: 11, unchained: 1, incompleteLines: 1, problems: [] });
});
