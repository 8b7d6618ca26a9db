import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
} from 'xstate';
import { type Cases, DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX, nextEvents } from '#cases/cases.ts';
import { fastTransition } from '#cases/transition.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { isMachineSnapshot, nodesOf } from '#tests/support/model/snapshots.ts';
import { delayOf } from '#tests/support/model/walk.ts';

/** An event of the portal itself, or of the flow of the current screen. */
export type PathEvent = { readonly to: string; readonly event: AnyEventObject };

/** The snapshots of the portal and of the flow of the current screen. */
export type JourneyState = {
  readonly portal: PortalSnapshot;
  readonly flow: { readonly name: string; readonly snapshot: AnyMachineSnapshot } | null;
};

/** An event, and the key of the vertex to which it leads. */
export type Edge = { readonly pathEvent: PathEvent; readonly targetKey: string };

/** A state that portal and flow can reach together. */
export type Vertex = {
  readonly key: string;
  readonly state: JourneyState;
  /** A shortest path to the state. */
  readonly path: readonly PathEvent[];
  readonly edges: readonly Edge[];
  /** Whether no vertex that was found earlier has the same state of the portal. */
  readonly isFirstOfPortal: boolean;
};

/** The vertices by their keys. */
export type Graph = ReadonlyMap<string, Vertex>;

/** The machine of the portal, and the cases of the portal and of its flows. */
export type JourneyModel = {
  readonly portal: AnyStateMachine;
  readonly portalCases: Cases<AnyStateMachine>;
  readonly flowCases: Readonly<Record<string, Cases<AnyStateMachine>>>;
};

/** The machine of the portal with the given machines in the place of the flows that it loads. */
export const portalWithFlows = (flows: Readonly<Record<string, AnyStateMachine>>): AnyStateMachine =>
  (portalMachine as AnyStateMachine).provide({ actors: flows });

/** The state after the portal has this snapshot. A flow that the portal has just started is in its initial state. */
function stateWithPortal(portal: PortalSnapshot, before: JourneyState | null): JourneyState {
  const name = screenFlowOf(portal);
  const ref = name && portal.children[name];
  if (!name || !ref) return { portal, flow: null };
  if (before?.flow?.name === name && before.portal.children[name] === ref) {
    return { portal, flow: before.flow };
  }
  const snapshot: unknown = ref.getSnapshot();
  return { portal, flow: isMachineSnapshot(snapshot) ? { name, snapshot } : null };
}

/** Identifies the values of the person and the policy that decide which screen follows. */
const personKey = ({ context: { session, policy } }: PortalSnapshot): string =>
  JSON.stringify([
    session.person.userId !== '',
    session.person.secondToken !== '',
    policy && [policy.authType, policy.check, policy.secondAuth, policy.fixedToken, policy.allowed.push],
  ]);

/** Identifies a state of the portal. Values that the portal only passes on to flows are left out. */
const portalKey = (snapshot: PortalSnapshot): string => {
  const { value, context } = snapshot;
  const isLoadingFlow = screenFlowOf(snapshot) === null;
  return JSON.stringify([value, personKey(snapshot), isLoadingFlow && context.method]);
};

/** The shape of a context without the values: most guards depend only on the shape. */
const shapeOf = (context: object): readonly unknown[] =>
  Object.values(context).map((value) =>
    value === null || typeof value === 'boolean' ? value : value !== '',
  );

const flowKey = ({ flow }: JourneyState): string =>
  flow ? JSON.stringify([flow.name, flow.snapshot.value, shapeOf(flow.snapshot.context)]) : '';

type SendParams = { readonly to?: { readonly id?: string }; readonly event: AnyEventObject };

/** The events that the actions of a step send to the child with this ID. */
const eventsTo = (
  childId: string,
  actions: ReturnType<typeof fastTransition>[1],
): readonly AnyEventObject[] =>
  actions
    .filter(({ type }) => type === 'xstate.sendTo')
    .map(({ params }) => params as SendParams)
    .filter(({ to }) => to?.id === childId)
    .map(({ event }) => event);

/** The state after an event for the portal. The flow has received the events that the portal sends to it. */
function stateAfterPortalEvent(
  model: JourneyModel,
  before: JourneyState,
  event: AnyEventObject,
): JourneyState {
  const [portal, actions] = fastTransition(before.portal, event);
  const state = stateWithPortal(portal as PortalSnapshot, before);
  const { flow } = state;
  if (!flow || flow !== before.flow) return state;
  return eventsTo(flow.name, actions).reduce<JourneyState>(
    (next, event) =>
      next.flow?.name === flow.name ? stateAfter(model, next, { to: flow.name, event }) : next,
    state,
  );
}

/** The state after an event. */
export function stateAfter(model: JourneyModel, state: JourneyState, { to, event }: PathEvent): JourneyState {
  if (!state.flow || to !== state.flow.name) return stateAfterPortalEvent(model, state, event);
  const [snapshot] = fastTransition(state.flow.snapshot, event);
  if (snapshot.status === 'done') {
    return stateAfterPortalEvent(model, state, {
      type: `${DONE_PREFIX}${to}`,
      output: snapshot.output,
      actorId: to,
    });
  }
  return { ...state, flow: { name: to, snapshot } };
}

/** Whether the event can happen now. Of several running timers, the shortest one fires first. */
function isPossibleNow(snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (!type.startsWith(DELAY_PREFIX)) return true;
  const delays = nodesOf(snapshot).flatMap(({ after: delayed }) =>
    delayed.map(({ eventType }) => delayOf(snapshot, eventType)),
  );
  return delayOf(snapshot, type) === Math.min(...delays);
}

/** The events that the running flow can receive. */
function eventsForFlow({ flowCases }: JourneyModel, { flow }: JourneyState): readonly PathEvent[] {
  const cases = flow && flowCases[flow.name];
  if (!flow || !cases) return [];
  return nextEvents(cases, flow.snapshot)
    .filter((event) => isPossibleNow(flow.snapshot, event))
    .map((event) => ({ to: flow.name, event }));
}

/** The events that the portal can receive. The end of a flow is left out, because the flow itself sends it. */
function eventsForPortal(
  { portal, portalCases, flowCases }: JourneyModel,
  { portal: snapshot }: JourneyState,
): readonly PathEvent[] {
  return nextEvents(portalCases, snapshot)
    .filter(
      ({ type }) => !type.startsWith(DONE_PREFIX) || flowCases[type.slice(DONE_PREFIX.length)] === undefined,
    )
    .filter(({ type }) => !hasActorEnded(snapshot, type))
    .map((event) => ({ to: portal.id, event }));
}

/** Whether the event would end an actor that has already ended. */
function hasActorEnded(snapshot: PortalSnapshot, type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  return prefix !== undefined && snapshot.children[type.slice(prefix.length)] === undefined;
}

/** Explores every state that portal and flows together can reach from an input. */
export function explore(model: JourneyModel, input: PortalInput): Graph {
  const graph = new Map<string, Vertex>();
  const seenPortalKeys = new Set<string>();
  const seenPersonKeys = new Set<string>();
  const queue: { key: string; state: JourneyState; path: readonly PathEvent[] }[] = [];
  const queuedKeys = new Set<string>();

  const add = (state: JourneyState, path: readonly PathEvent[]): string => {
    const key = `${portalKey(state.portal)} ${flowKey(state)}`;
    if (!queuedKeys.has(key)) {
      queuedKeys.add(key);
      queue.push({ key, state, path });
    }
    return key;
  };

  const [start] = initialTransition(model.portal, input);
  add(stateWithPortal(start as PortalSnapshot, null), []);
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    const { key, state, path } = entry;
    const isFirstOfPortal = !seenPortalKeys.has(portalKey(state.portal));
    const isFirstOfPerson = !seenPersonKeys.has(personKey(state.portal));
    const pathEvents = [
      ...eventsForFlow(model, state),
      // The portal's steps do not depend on the state of its flow; after a requested address, they depend on the person only.
      ...(isFirstOfPortal ? eventsForPortal(model, state) : []).filter(
        ({ event }) => isFirstOfPerson || event.type !== 'route.requested',
      ),
    ];
    seenPersonKeys.add(personKey(state.portal));
    seenPortalKeys.add(portalKey(state.portal));
    const edges = pathEvents.map((pathEvent): Edge => {
      const next = stateAfter(model, state, pathEvent);
      return { pathEvent, targetKey: add(next, [...path, pathEvent]) };
    });
    graph.set(key, { key, state, path, edges, isFirstOfPortal });
  }
  return graph;
}

/** Writes a path as text, one event a line. */
export const pathText = (path: readonly PathEvent[]): string =>
  path.length === 0
    ? '(start)'
    : path
        .map(({ to, event: { type, ...rest } }) => `${to}: ${type} ${valuesText(rest)}`.trimEnd())
        .join('\n  → ');

const MAX_TEXT_LENGTH = 160;

/** Writes the values of an event, shortened to the maximum length. */
const valuesText = (values: object): string => {
  const text = JSON.stringify(values);
  return text === '{}' ? '' : text.slice(0, MAX_TEXT_LENGTH);
};
