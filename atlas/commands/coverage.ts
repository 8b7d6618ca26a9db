import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { countsOf, gapsOf } from '#atlas/coverage/coverage.ts';
import { readTraces, SUITES, TRACES_FOLDER } from '#atlas/coverage/traces.ts';
import { readModels } from '#atlas/model/find.ts';

/** Reports the coverage by the tests, and fails when it has gaps. */
export async function runCoverage(project: Project): Promise<void> {
  const traces = readTraces(join(project.root, project.coverage, TRACES_FOLDER));
  const empty = SUITES.filter((suite) => traces.covered[suite].size === 0);
  const machines = await readModels(project);
  if (empty.length < SUITES.length)
    console.table(Object.fromEntries(machines.map((each) => [each.id, countsOf(each, traces)])));
  const problems =
    empty.length === SUITES.length
      ? ['No coverage is recorded: run the tests first.']
      : [
          ...empty.map((suite) => `The ${suite} suite recorded nothing`),
          ...machines.flatMap((machine) => gapsOf(machine, traces)),
        ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
