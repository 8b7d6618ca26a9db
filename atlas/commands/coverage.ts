import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { coverageCounts, coverageGaps } from '#atlas/coverage/coverage.ts';
import { readTraces, SUITES, TRACES_FOLDER } from '#atlas/coverage/traces.ts';
import { readMachines } from '#atlas/model/find.ts';

/** Runs `munjigi-atlas coverage`: reports which states and transitions the tests cover, and fails when the coverage has gaps. */
export async function runCoverage(project: Project): Promise<void> {
  const traces = readTraces(join(project.root, project.coverage, TRACES_FOLDER));
  const suitesWithoutTraces = SUITES.filter((suite) => traces.covered[suite].size === 0);
  const machines = await readMachines(project);
  if (suitesWithoutTraces.length < SUITES.length)
    console.table(
      Object.fromEntries(machines.map((machine) => [machine.id, coverageCounts(machine, traces)])),
    );
  const problems =
    suitesWithoutTraces.length === SUITES.length
      ? ['No coverage is recorded: run the tests first.']
      : [
          ...suitesWithoutTraces.map((suite) => `The ${suite} suite recorded nothing`),
          ...machines.flatMap((machine) => coverageGaps(machine, traces)),
        ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
