import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { readPlaces } from '#atlas/charts/places-file.ts';
import { machineSheets } from '#atlas/charts/sheets.ts';
import { ATLAS_FOLDER, COVERAGE_FOLDER, ROOT, TRACE_FOLDER } from '#atlas/coverage/folders.ts';
import { coverageOf, gapsOf, type MachineCoverage, tableOf } from '#atlas/coverage/judge.ts';
import { LAYERS } from '#atlas/coverage/layers.ts';
import { coveragePaint } from '#atlas/coverage/paint.ts';
import { type CoverageRecord, proofsScript } from '#atlas/coverage/record.ts';
import { readTraces, type Traces } from '#atlas/coverage/traces.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';

const traces = readTraces(TRACE_FOLDER);
const machines = await readModels(ROOT);

if (traces.recorded.length === 0) {
  console.error('Nothing is recorded: "npm test" records what the suites take.');
  process.exitCode = 1;
} else tell(machines.map((machine) => coverageOf(machine, traces)));

/** Writes the coverage, adds it to a built atlas, and reports what no test has run. */
function tell(coverages: readonly MachineCoverage[]): void {
  const record: CoverageRecord = { recorded: traces.recorded, machines: coverages };
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  writeFileSync(join(COVERAGE_FOLDER, 'coverage.json'), `${JSON.stringify(record, null, 2)}\n`);
  if (existsSync(ATLAS_FOLDER)) writeFileSync(join(ATLAS_FOLDER, 'proofs.js'), proofsScript(record));
  if (process.argv.includes('--draw')) {
    for (const [index, machine] of machines.entries()) paint(machine, coverages[index]);
  }
  console.log(tableOf(coverages));
  const problems = problemsIn(traces, machines);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

function paint(machine: ChartMachine, coverage: MachineCoverage | undefined): void {
  if (!coverage) return;
  for (const [id, { en }] of machineSheets(machine, readWords(ROOT), readPlaces(ROOT))) {
    writeFileSync(join(COVERAGE_FOLDER, `${id}.svg`), drawSvg(en, coveragePaint(coverage)));
  }
}

function problemsIn(found: Traces, all: readonly ChartMachine[]): readonly string[] {
  return [
    ...LAYERS.filter((layer) => !found.recorded.includes(layer)).map(
      (layer) => `The ${layer} suite recorded nothing`,
    ),
    ...all.flatMap((each) => {
      const { machine, model, walk } = gapsOf(each, found);
      return [
        ...model.map((id) => `${machine}: no model path takes ${id}`),
        ...walk.map((id) => `${machine}: no walk of a view takes ${id}`),
      ];
    }),
  ];
}
