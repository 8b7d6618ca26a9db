import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { coverageOf, gapsOf, SUITES, type Traces, tableOf } from '#atlas/coverage/coverage.ts';
import { readTraces, TRACES } from '#atlas/coverage/traces.ts';
import { readModels } from '#atlas/model/find.ts';
import type { ChartMachine } from '#atlas/model/types.ts';

/** Writes the coverage and reports what is not covered. */
export async function runCoverage(project: Project): Promise<void> {
  const folder = join(project.root, project.coverage);
  const traces = readTraces(join(folder, TRACES));
  if (traces.recordedSuites.length === 0) {
    console.error('No coverage is recorded: run the tests first.');
    process.exitCode = 1;
    return;
  }
  const machines = await readModels(project);
  const coverages = machines.map((machine) => coverageOf(machine, traces));
  const record = { recorded: traces.recordedSuites, machines: coverages };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(record, null, 2)}\n`);
  console.log(tableOf(coverages));
  const problems = problemsIn(traces, machines);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

function problemsIn(traces: Traces, machines: readonly ChartMachine[]): readonly string[] {
  return [
    ...SUITES.filter((suite) => !traces.recordedSuites.includes(suite)).map(
      (suite) => `The ${suite} suite recorded nothing`,
    ),
    ...machines.flatMap((each) => {
      const { machine, model, walk } = gapsOf(each, traces);
      return [
        ...model.map((id) => `${machine}: no model test covers ${id}`),
        ...walk.map((id) => `${machine}: no view test covers ${id}`),
      ];
    }),
  ];
}
