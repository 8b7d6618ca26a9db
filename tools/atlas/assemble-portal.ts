import type { AnyStateMachine } from 'xstate';
import { withSilentPorts } from '#atlas/screens/replay.ts';
import type { RootActor } from '#atlas/screens/types.ts';
import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { flowViews } from '#src/app/flow-views.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';

/**
 * Builds the portal machine of production with all flows, and registers the views of the flows. Ports do nothing.
 * @param browserWindow the window of the page; an empty object outside a browser
 * @param portal returns the running portal, from which flows read values; null before the portal is started
 */
export async function assemblePortal(
  browserWindow: object,
  portal: () => RootActor | null,
): Promise<AnyStateMachine> {
  const effects = {
    pageWindow: browserWindow,
    client: null,
    portal: () => portal()?.getSnapshot().context,
    now: Date.now,
    flow: (name: string) => portal()?.getSnapshot().children[name],
    storePending: (pending: unknown) => portal()?.send({ type: 'pending.changed', pending } as never),
  } as unknown as FlowEffects;
  const names = Object.keys(LAZY_FLOWS) as LazyFlow[];
  const loadedFlows = await Promise.all(
    names.map(async (name) => [name, (await loadFlow(name)).assemble(effects)] as const),
  );
  for (const [name, { View }] of loadedFlows) flowViews.set(name, View);
  const flowMachines = Object.fromEntries(loadedFlows.map(([name, { machine }]) => [name, machine]));
  const serviceInfo = serviceInfoMachine.provide({ actions: { reportClient: () => undefined } });
  return withSilentPorts(
    (portalMachine as AnyStateMachine).provide({ actors: { ...flowMachines, 'service-info': serviceInfo } }),
  );
}
