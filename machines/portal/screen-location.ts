import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { ScreenLocation, ShownScreen } from '#machines/history/history.types.ts';
import {
  addressOf,
  isTransient,
  type PortalSnapshot,
  replacesEntry,
  screenFlowOf,
} from './portal.selectors.ts';
import { parseRoute } from './route.ts';

/** The location of the screen at an address, as the history stores it. */
export const locationAt = (address: string, step = ''): ScreenLocation => ({
  address,
  screenKey: JSON.stringify(parseRoute(address)),
  step,
});

/** The running flow of the current screen. */
export const activeFlow = (snapshot: PortalSnapshot) => {
  const flow = screenFlowOf(snapshot);
  return flow === null ? undefined : snapshot.children[flow];
};

type StepMeta = {
  /** The name of the step, unique in its flow. */
  readonly step?: string;
  /** Whether the child flow of this step has steps, too. */
  readonly hasSubsteps?: boolean;
};

const hasMeta = (snapshot: object | undefined): snapshot is AnyMachineSnapshot =>
  snapshot !== undefined && 'getMeta' in snapshot;

function stepMetaOf(flow: AnyActorRef): StepMeta {
  const snapshot: object | undefined = flow.getSnapshot();
  if (!hasMeta(snapshot)) return {};
  const metas: readonly (StepMeta | undefined)[] = Object.values(snapshot.getMeta());
  return metas.find((meta) => meta?.step !== undefined) ?? {};
}

/** The flow of the current screen; when the child flow of its step has steps, too, also this child flow. */
export function activeFlows(snapshot: PortalSnapshot): readonly AnyActorRef[] {
  const flow: AnyActorRef | undefined = activeFlow(snapshot);
  if (!flow) return [];
  if (stepMetaOf(flow).hasSubsteps !== true) return [flow];
  const childFlows: readonly AnyActorRef[] = Object.values(flow.getSnapshot().children);
  return [flow, ...childFlows.slice(0, 1)];
}

/** The current step of the flow: `meta.step` of its state (rule 198); empty when the state has no step. */
const stepOf = (snapshot: PortalSnapshot): string =>
  activeFlows(snapshot)
    .flatMap((flow) => stepMetaOf(flow).step ?? [])
    .join('/');

/** The current screen, as the history machine needs it. */
export function historyScreenOf(snapshot: PortalSnapshot): ShownScreen {
  const address = addressOf(snapshot);
  return {
    location: address === null ? null : locationAt(address, stepOf(snapshot)),
    isTransient: isTransient(snapshot),
    replacesEntry: replacesEntry(snapshot),
  };
}
