import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageLevel, MachineCoverage, Suite } from '#atlas/coverage/coverage.ts';

/** The coverage of the last test run (`coverage/coverage.json`). */
export type CoverageRecord = {
  /** The suites that recorded anything; about the others nothing is known. */
  readonly recorded: readonly Suite[];
  readonly machines: readonly MachineCoverage[];
};

/** The record as the site loads it: levels by the id of a state or transition. */
export type SiteCoverage = {
  readonly recorded: readonly Suite[];
  readonly levels: Readonly<Record<string, CoverageLevel>>;
};

/** The script `coverage.js` of the site. @param record null where nothing was recorded */
export function coverageScript(record: CoverageRecord | null): string {
  const coverage: SiteCoverage | null = record && {
    recorded: record.recorded,
    levels: Object.assign({}, ...record.machines.flatMap(({ states, transitions }) => [states, transitions])),
  };
  return `globalThis.FLOW_ATLAS_COVERAGE = ${JSON.stringify(coverage)};\n`;
}

/** Reads the record of a project folder; null before a test run has written one. */
export function readRecord(folder: string): CoverageRecord | null {
  const file = join(folder, 'coverage.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
