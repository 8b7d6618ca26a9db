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
 * Builds the production portal with all flows and views loaded; its ports do nothing.
 * @param portal returns the running portal, from which flows read values; null before it runs
 */
export async function assemblePortal(page: object, portal: () => RootActor | null): Promise<AnyStateMachine> {
  const effects = {
    pageWindow: page,
    client: null,
    portal: () => portal()?.getSnapshot().context,
    now: Date.now,
    flow: (name: string) => portal()?.getSnapshot().children[name],
    storePending: (pending: unknown) => portal()?.send({ type: 'pending.changed', pending } as never),
  } as unknown as FlowEffects;
  const names = Object.keys(LAZY_FLOWS) as LazyFlow[];
  const loaded = await Promise.all(
    names.map(async (name) => [name, (await loadFlow(name)).assemble(effects)] as const),
  );
  for (const [name, { View }] of loaded) flowViews.set(name, View);
  const flows = Object.fromEntries(loaded.map(([name, { machine }]) => [name, machine]));
  const client = serviceInfoMachine.provide({ actions: { reportClient: () => undefined } });
  return withSilentPorts(
    (portalMachine as AnyStateMachine).provide({ actors: { ...flows, 'service-info': client } }),
  );
}
