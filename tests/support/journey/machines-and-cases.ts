import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { MACHINES_OF_OTHER_PAGES, portalAndFlowCases } from '#cases/portal-cases.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { MACHINES } from '#tests/support/machines.ts';

const caseModules = import.meta.glob<{ readonly cases: Cases<AnyStateMachine> }>('/cases/*/*.cases.ts', {
  eager: true,
});

/** Every machine of the portal's page except the portal itself, by ID. */
export const FLOWS: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  MACHINES.filter(({ id }) => id !== portalMachine.id && !MACHINES_OF_OTHER_PAGES.has(id)).map((machine) => [
    machine.id,
    machine,
  ]),
);

/** The cases of each flow (`cases/<flow>/<flow>.cases.ts`), by the ID of the flow. */
const CASES_BY_FLOW: Readonly<Record<string, Cases<AnyStateMachine>>> = Object.fromEntries(
  Object.entries(caseModules).map(([path, { cases }]) => [path.split('/')[2] ?? '', cases]),
);

/** The paths of missing case files. Without its cases, a flow cannot be part of a walk. */
export const missingCaseFiles = (): readonly string[] =>
  Object.keys(FLOWS)
    .filter((flow) => CASES_BY_FLOW[flow] === undefined)
    .map((flow) => `cases/${flow}/${flow}.cases.ts`);

const cases = portalAndFlowCases(portalMachine, CASES_BY_FLOW, 'paths');

/** Events of the person and the network for each flow, and answers of the server. */
export const FLOW_CASES = cases.flows;

/** Events of the portal itself, and answers to its calls. */
export const PORTAL_CASES = cases.portal;

/** The event of a requested address. */
export const routeRequest = (address: string): AnyEventObject => ({ type: 'route.requested', address });

/** Values of the portal's input that differ from the default. */
export type InputChanges = Partial<PortalInput>;
