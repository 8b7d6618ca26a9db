import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineCoverage, ProofLevel } from '#atlas/coverage/coverage.ts';
import type { Layer } from '#atlas/coverage/layers.ts';

/** What the last run of the suites came to (`coverage/coverage.json`). */
export type CoverageRecord = {
  /** The suites that recorded anything: of the others nothing is known. */
  readonly recorded: readonly Layer[];
  readonly machines: readonly MachineCoverage[];
};

/** The record as the atlas paints it: the proof of each state and transition by its id. */
export type Proofs = {
  readonly recorded: readonly Layer[];
  readonly proofs: Readonly<Record<string, ProofLevel>>;
};

/** The script by which the atlas loads a record; null: nothing was recorded. */
export function proofsScript(record: CoverageRecord | null): string {
  const proofs: Proofs | null = record && {
    recorded: record.recorded,
    proofs: Object.assign({}, ...record.machines.flatMap(({ states, transitions }) => [states, transitions])),
  };
  return `globalThis.FLOW_ATLAS_PROOFS = ${JSON.stringify(proofs)};\n`;
}

/** The record of a project folder; null before `npm test` has written one. */
export function readRecord(folder: string): CoverageRecord | null {
  const file = join(folder, 'coverage.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
