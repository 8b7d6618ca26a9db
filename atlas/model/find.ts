import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { readTexts, sourcesOf } from '#atlas/model/declarations.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import type { ChartMachine } from '#atlas/model/types.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** Every machine of a project folder: what the files `machines/<flow>/<flow>.machine.ts` export, by id. */
async function findMachines(root: string): Promise<readonly AnyStateMachine[]> {
  const folder = join(root, 'machines');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.machine.ts'),
  );
  const modules: readonly Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  return modules
    .flatMap((exports) => Object.values(exports).filter(isMachine))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every machine of a project folder as plain data, by id. */
export async function readModels(root: string): Promise<readonly ChartMachine[]> {
  const machines = await findMachines(root);
  const flows = new Set(machines.map(({ id }) => id));
  const sources = sourcesOf(readTexts(root));
  return machines.map((machine) => describeMachine(machine, flows, sources));
}
