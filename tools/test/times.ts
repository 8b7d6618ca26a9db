import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { ROOT } from '#atlas/coverage/folders.ts';

const TIMES_FILE = join(ROOT, '.cache', 'test-times.json');

/** Milliseconds that each test file took when it last ran here, by its path. */
export type Times = Readonly<Record<string, number>>;

const report = v.object({
  testResults: v.array(v.object({ name: v.string(), startTime: v.number(), endTime: v.number() })),
});

const times = v.record(v.string(), v.number());

/** The times of Vitest's JSON report, by paths from `root`. */
export const timesIn = (json: unknown, root: string): Times =>
  Object.fromEntries(
    v
      .parse(report, json)
      .testResults.map(({ name, startTime, endTime }) => [
        relative(root, name).split(sep).join('/'),
        endTime - startTime,
      ]),
  );

export const readTimes = (): Times =>
  existsSync(TIMES_FILE) ? v.parse(times, JSON.parse(readFileSync(TIMES_FILE, 'utf8'))) : {};

/** Saves the times of a report; those of other files stay. */
export function writeTimes(json: unknown): void {
  mkdirSync(dirname(TIMES_FILE), { recursive: true });
  writeFileSync(TIMES_FILE, JSON.stringify({ ...readTimes(), ...timesIn(json, ROOT) }, null, 2));
}
