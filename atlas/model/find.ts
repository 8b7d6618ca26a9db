import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import type { Project } from '#atlas/config.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import type { ChartMachine } from '#atlas/model/types.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** Imports all machines that the files `*.machine.ts` in a folder and its subfolders export. */
export async function importMachines(folder: string): Promise<readonly AnyStateMachine[]> {
  const files = globSync('**/*.machine.ts', { cwd: folder });
  const modules: readonly Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  return modules.flatMap((exports) => Object.values(exports).filter(isMachine));
}

/** Reads all machines of a project as plain data, sorted by their ids. */
export async function readMachines(project: Project): Promise<readonly ChartMachine[]> {
  const machines = (await project.machines()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const flows = new Set(machines.map(({ id }) => id));
  return machines.map((machine) => describeMachine(machine, flows, project.mainPaths));
}
