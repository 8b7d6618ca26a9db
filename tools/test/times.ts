import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { ModuleDiagnostic } from 'vitest/node';
import { ROOT } from '#tools/folders.ts';

const TIMES_FILE = join(ROOT, '.cache', 'test-times.json');

/** Milliseconds that each test file took when it last ran here, by its path. */
export type Times = Readonly<Record<string, number>>;

const times = v.record(v.string(), v.number());

export const readTimes = (): Times =>
  existsSync(TIMES_FILE) ? v.parse(times, JSON.parse(readFileSync(TIMES_FILE, 'utf8'))) : {};

/** Milliseconds that a test file costs: its environment, the loading of its modules and its tests. */
export const timeOf = (file: ModuleDiagnostic): number =>
  file.environmentSetupDuration +
  file.prepareDuration +
  file.setupDuration +
  file.collectDuration +
  file.duration;

/** Saves what files took, and keeps the times of those that did not run. */
export function writeTimes(taken: Times): void {
  mkdirSync(dirname(TIMES_FILE), { recursive: true });
  writeFileSync(TIMES_FILE, JSON.stringify({ ...readTimes(), ...taken }, null, 2));
}
