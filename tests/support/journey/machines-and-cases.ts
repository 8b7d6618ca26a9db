import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { StateMachine } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { MACHINES_OF_OTHER_PAGES, portalAndFlowCases } from '#cases/portal-cases.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const files = import.meta.glob<{ readonly cases: Cases<AnyStateMachine> }>('/cases/*/*.cases.ts', {
  eager: true,
});

/** Every machine of the portal's page besides the portal, by id. */
export const FLOWS: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  Object.values(modules)
    .flatMap((exports) => Object.values(exports).filter(isMachine))
    .filter(({ id }) => id !== portalMachine.id && !MACHINES_OF_OTHER_PAGES.has(id))
    .map((machine) => [machine.id, machine]),
);

/** The cases of each flow, by id (`cases/<flow>/<flow>.cases.ts`). */
const CASES_BY_FLOW: Readonly<Record<string, Cases<AnyStateMachine>>> = Object.fromEntries(
  Object.entries(files).map(([path, { cases }]) => [path.split('/')[2] ?? '', cases]),
);

/** Missing files of cases: no walk can pass through their flows. */
export const missingCases = (): readonly string[] =>
  Object.keys(FLOWS)
    .filter((flow) => CASES_BY_FLOW[flow] === undefined)
    .map((flow) => `cases/${flow}/${flow}.cases.ts`);

const cases = portalAndFlowCases(portalMachine, CASES_BY_FLOW, 'paths');

/** Events of the person and the network for each flow, and answers of the server. */
export const FLOW_CASES = cases.flows;

/** Events of the portal itself, and answers to its calls. */
export const PORTAL_CASES = cases.portal;

export const routeRequest = (address: string): AnyEventObject => ({ type: 'route.requested', address });

export type InputChanges = Partial<PortalInput>;
