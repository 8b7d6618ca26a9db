import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { portalAndFlowCases } from '#cases/portal-cases.ts';

type AnyCases = Cases<AnyStateMachine>;

/** The machines of the project, and the cases (events and answers) of each. */
export type MachinesAndCases = {
  readonly portal: AnyStateMachine;
  readonly flows: Readonly<Record<string, AnyStateMachine>>;
  readonly cases: Readonly<Record<string, AnyCases>>;
};

/** Actions by which flows notify the portal; in the machines they throw until they are provided. */
const NOTIFYING_ACTIONS = [
  'storePending',
  'dropPending',
  'reportClient',
  'requestScreen',
  'requestStep',
  'reportLanguage',
  'reportEnd',
];

const withSilentActions = (machine: AnyStateMachine): AnyStateMachine => {
  const actionNames = NOTIFYING_ACTIONS.filter((name) =>
    Object.hasOwn(machine.implementations.actions, name),
  );
  return machine.provide({ actions: Object.fromEntries(actionNames.map((name) => [name, () => undefined])) });
};

/** A flow with the flows that it invokes provided. */
function withFlows(machine: AnyStateMachine, flows: Readonly<Record<string, AnyStateMachine>>) {
  const inner = Object.keys(machine.implementations.actors).filter((name) => flows[name] !== undefined);
  return machine.provide({ actors: Object.fromEntries(inner.map((name) => [name, flows[name]])) });
}

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

const importFrom = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href);

/** Loads the portal of a project folder with its flows provided, and their cases. */
export async function loadMachines(root: string): Promise<MachinesAndCases> {
  const names = readdirSync(join(root, 'machines'));
  const exportedMachines = await Promise.all(
    names.map(async (name): Promise<readonly AnyStateMachine[]> => {
      const file = join(root, 'machines', name, `${name}.machine.ts`);
      return existsSync(file) ? Object.values(await importFrom(file)).filter(isMachine) : [];
    }),
  );
  const machines = new Map(
    exportedMachines.flat().map((machine) => [machine.id, withSilentActions(machine)]),
  );
  const portal = machines.get('portal');
  if (!portal) throw new Error('There is no machine "portal"');
  machines.delete('portal');
  const machinesById = Object.fromEntries(machines);
  const flows = Object.fromEntries(
    [...machines].map(([id, machine]) => [id, withFlows(machine, machinesById)]),
  );
  const cases = await Promise.all(
    Object.keys(flows).map(async (flow): Promise<readonly [string, AnyCases]> => {
      const file = join(root, 'cases', flow, `${flow}.cases.ts`);
      if (!existsSync(file)) throw new Error(`${file} is missing: the atlas cannot walk through "${flow}"`);
      return [flow, (await importFrom(file))['cases'] as AnyCases];
    }),
  );
  const portalWithFlows = portal.provide({ actors: flows });
  const allCases = portalAndFlowCases(portal, Object.fromEntries(cases), 'screens');
  return { portal: portalWithFlows, flows, cases: { ...allCases.flows, portal: allCases.portal } };
}
