import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { ModuleDiagnostic } from 'vitest/node';
import { ROOT } from '#tools/folders.ts';

const TIMES_FILE = join(ROOT, '.cache', 'test-times.json');

/** Milliseconds that each test file took in its last run, by path. */
export type Times = Readonly<Record<string, number>>;

const timesSchema = v.record(v.string(), v.number());

export const readTimes = (): Times =>
  existsSync(TIMES_FILE) ? v.parse(timesSchema, JSON.parse(readFileSync(TIMES_FILE, 'utf8'))) : {};

/** Milliseconds of a test file: the setup of its environment, the loading of modules, and the tests. */
export const timeOf = (file: ModuleDiagnostic): number =>
  file.environmentSetupDuration +
  file.prepareDuration +
  file.setupDuration +
  file.collectDuration +
  file.duration;

/** Saves the times of test files. The saved times of other files do not change. */
export function writeTimes(newTimes: Times): void {
  mkdirSync(dirname(TIMES_FILE), { recursive: true });
  writeFileSync(TIMES_FILE, JSON.stringify({ ...readTimes(), ...newTimes }, null, 2));
}
