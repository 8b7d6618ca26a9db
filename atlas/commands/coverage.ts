import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { machineCharts } from '#atlas/charts/localized-charts.ts';
import { readPositions } from '#atlas/charts/positions-file.ts';
import type { Project } from '#atlas/config.ts';
import { coverageOf, gapsOf, type MachineCoverage, tableOf } from '#atlas/coverage/coverage.ts';
import { LAYERS } from '#atlas/coverage/layers.ts';
import { coverageMarking } from '#atlas/coverage/paint.ts';
import { type CoverageRecord, proofsScript } from '#atlas/coverage/record.ts';
import { readTraces, TRACES, type Traces } from '#atlas/coverage/traces.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';
import { readWords } from '#atlas/words/read.ts';

/** Writes the coverage, adds it to a built atlas, and reports what no test has run. */
export async function runCoverage(project: Project, args: readonly string[]): Promise<void> {
  const folder = join(project.root, project.coverage);
  const traces = readTraces(join(folder, TRACES));
  if (traces.recorded.length === 0) {
    console.error('Nothing is recorded: the tests record what they take.');
    process.exitCode = 1;
    return;
  }
  const machines = await readModels(project);
  const coverages = machines.map((machine) => coverageOf(machine, traces));
  const record: CoverageRecord = { recorded: traces.recorded, machines: coverages };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(record, null, 2)}\n`);
  const site = join(project.root, project.site);
  if (existsSync(site)) writeFileSync(join(site, 'proofs.js'), proofsScript(record));
  if (args.includes('--draw')) {
    for (const [index, machine] of machines.entries()) paint(project, machine, coverages[index]);
  }
  console.log(tableOf(coverages));
  const problems = problemsIn(traces, machines);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

function paint(project: Project, machine: ChartMachine, coverage: MachineCoverage | undefined): void {
  if (!coverage) return;
  for (const [id, { en }] of machineCharts(machine, readWords(project), readPositions(project))) {
    const file = join(project.root, project.coverage, `${id}.svg`);
    writeFileSync(file, drawSvg(en, coverageMarking(coverage)));
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
