import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, StateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { portalAndFlowCases } from '#cases/portal-cases.ts';

type AnyCases = Cases<AnyStateMachine>;

/** The machines of the project by name, and their cases (events and answers). */
export type MachinesAndCases = {
  readonly portal: AnyStateMachine;
  readonly flows: Readonly<Record<string, AnyStateMachine>>;
  readonly cases: Readonly<Record<string, AnyCases>>;
};

/** Actions with which flows notify the portal; as declared in the machines, these actions throw. */
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

/** Provides a flow with the child flows that it invokes. */
function withChildFlows(machine: AnyStateMachine, flows: Readonly<Record<string, AnyStateMachine>>) {
  const childNames = Object.keys(machine.implementations.actors).filter((name) => flows[name] !== undefined);
  return machine.provide({ actors: Object.fromEntries(childNames.map((name) => [name, flows[name]])) });
}

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

const importFrom = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href);

/** Loads the portal of a project folder, provided with its flows, and the cases of portal and flows. */
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
    [...machines].map(([id, machine]) => [id, withChildFlows(machine, machinesById)]),
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
