import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  initialTransition,
} from 'xstate';
import { type Cases, DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX, nextEvents } from '#cases/cases.ts';
import { step } from '#cases/step.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { delayOf } from '#tests/support/model/walk.ts';

/** An event of the portal itself, or of the flow of the current screen. */
export type PathEvent = { readonly to: string; readonly event: AnyEventObject };

/** The snapshots of the portal and of the flow of the current screen. */
export type JourneyState = {
  readonly portal: PortalSnapshot;
  readonly flow: { readonly name: string; readonly snapshot: AnyMachineSnapshot } | null;
};

export type Edge = { readonly pathEvent: PathEvent; readonly target: string };

export type Vertex = {
  readonly key: string;
  readonly state: JourneyState;
  /** One of the shortest paths to it. */
  readonly path: readonly PathEvent[];
  readonly edges: readonly Edge[];
  /** Whether no earlier vertex has the portal in the same state. */
  readonly isFirstOfPortal: boolean;
};

export type Graph = ReadonlyMap<string, Vertex>;

/** The machines with the cases of each. */
export type JourneyModel = {
  readonly portal: AnyStateMachine;
  readonly portalCases: Cases<AnyStateMachine>;
  readonly flowCases: Readonly<Record<string, Cases<AnyStateMachine>>>;
};

/** The portal with real flows instead of loaded ones; their ports never run. */
export const portalWithFlows = (flows: Readonly<Record<string, AnyStateMachine>>): AnyStateMachine =>
  (portalMachine as AnyStateMachine).provide({ actors: flows });

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot;

/** The state with this snapshot of the portal; a flow that has just started is in its initial state. */
function withPortal(portal: PortalSnapshot, before: JourneyState | null): JourneyState {
  const name = screenFlowOf(portal);
  const ref = name && portal.children[name];
  if (!name || !ref) return { portal, flow: null };
  if (before?.flow?.name === name && before.portal.children[name] === ref) {
    return { portal, flow: before.flow };
  }
  const snapshot: unknown = ref.getSnapshot();
  return { portal, flow: isMachine(snapshot) ? { name, snapshot } : null };
}

/** The values that decide which screen follows. */
const personKey = ({ context: { session, policy } }: PortalSnapshot): string =>
  JSON.stringify([
    session.person.userId !== '',
    session.person.secondToken !== '',
    policy && [policy.authType, policy.check, policy.secondAuth, policy.fixedToken, policy.allowed.push],
  ]);

/** Identifies a state of the portal, without values that only pass through it and inputs of flows. */
const portalKey = (snapshot: PortalSnapshot): string => {
  const { value, context } = snapshot;
  const isOpening = screenFlowOf(snapshot) === null;
  return JSON.stringify([value, personKey(snapshot), isOpening && context.method]);
};

/** The shape of a context, without its values: most guards depend on nothing else. */
const shapeOf = (context: object): readonly unknown[] =>
  Object.values(context).map((value) =>
    value === null || typeof value === 'boolean' ? value : value !== '',
  );

const flowKey = ({ flow }: JourneyState): string =>
  flow ? JSON.stringify([flow.name, flow.snapshot.value, shapeOf(flow.snapshot.context)]) : '';

type SendParams = { readonly to?: { readonly id?: string }; readonly event: AnyEventObject };

/** The events that a machine sends to one of its children in a step. */
const eventsTo = (childId: string, actions: ReturnType<typeof step>[1]): readonly AnyEventObject[] =>
  actions
    .filter(({ type }) => type === 'xstate.sendTo')
    .map(({ params }) => params as SendParams)
    .filter(({ to }) => to?.id === childId)
    .map(({ event }) => event);

/** The state after an event of the portal; the flow receives the events that the portal sends to it. */
function movePortal(model: JourneyModel, before: JourneyState, event: AnyEventObject): JourneyState {
  const [portal, actions] = step(before.portal, event);
  const state = withPortal(portal as PortalSnapshot, before);
  const { flow } = state;
  if (!flow || flow !== before.flow) return state;
  return eventsTo(flow.name, actions).reduce<JourneyState>(
    (next, event) => (next.flow?.name === flow.name ? after(model, next, { to: flow.name, event }) : next),
    state,
  );
}

/** The state after an event. */
export function after(model: JourneyModel, state: JourneyState, { to, event }: PathEvent): JourneyState {
  if (!state.flow || to !== state.flow.name) return movePortal(model, state, event);
  const [snapshot] = step(state.flow.snapshot, event);
  if (snapshot.status === 'done') {
    return movePortal(model, state, { type: `${DONE_PREFIX}${to}`, output: snapshot.output, actorId: to });
  }
  return { ...state, flow: { name: to, snapshot } };
}

/** Whether the event may come now: of the running timers, only the shortest one ends. */
function isDue(snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (!type.startsWith(DELAY_PREFIX)) return true;
  const nodes: readonly AnyStateNode[] = snapshot._nodes;
  const delays = nodes.flatMap(({ after: delayed }) =>
    delayed.map(({ eventType }) => delayOf(snapshot, eventType)),
  );
  return delayOf(snapshot, type) === Math.min(...delays);
}

/** The events that the running flow can receive. */
function eventsForFlow({ flowCases }: JourneyModel, { flow }: JourneyState): readonly PathEvent[] {
  const cases = flow && flowCases[flow.name];
  if (!flow || !cases) return [];
  return nextEvents(cases, flow.snapshot)
    .filter((event) => isDue(flow.snapshot, event))
    .map((event) => ({ to: flow.name, event }));
}

/** The events that the portal can receive. The end of a flow comes from the flow itself, but its failure is sent. */
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

/** Every state that portal and flows together can reach from an input, each with a path to it. */
export function explore(model: JourneyModel, input: PortalInput): Graph {
  const graph = new Map<string, Vertex>();
  const seenPortals = new Set<string>();
  const seenPersons = new Set<string>();
  const queue: { key: string; state: JourneyState; path: readonly PathEvent[] }[] = [];
  const keys = new Set<string>();

  const add = (state: JourneyState, path: readonly PathEvent[]): string => {
    const key = `${portalKey(state.portal)} ${flowKey(state)}`;
    if (!keys.has(key)) {
      keys.add(key);
      queue.push({ key, state, path });
    }
    return key;
  };

  const [start] = initialTransition(model.portal, input);
  add(withPortal(start as PortalSnapshot, null), []);
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    const { key, state, path } = entry;
    const isFirstOfPortal = !seenPortals.has(portalKey(state.portal));
    const isFirstOfPerson = !seenPersons.has(personKey(state.portal));
    const pathEvents = [
      ...eventsForFlow(model, state),
      // The portal does not depend on the state of its flow, and a requested address only on the person.
      ...(isFirstOfPortal ? eventsForPortal(model, state) : []).filter(
        ({ event }) => isFirstOfPerson || event.type !== 'route.requested',
      ),
    ];
    seenPersons.add(personKey(state.portal));
    seenPortals.add(portalKey(state.portal));
    const edges = pathEvents.map((pathEvent): Edge => {
      const next = after(model, state, pathEvent);
      return { pathEvent, target: add(next, [...path, pathEvent]) };
    });
    graph.set(key, { key, state, path, edges, isFirstOfPortal });
  }
  return graph;
}

/** A path as text. */
export const pathText = (path: readonly PathEvent[]): string =>
  path.length === 0
    ? '(start)'
    : path
        .map(({ to, event: { type, ...rest } }) => `${to}: ${type} ${textOf(rest)}`.trimEnd())
        .join('\n  → ');

/** The values of an event as text, at most 160 characters. */
const textOf = (values: object): string => {
  const text = JSON.stringify(values);
  return text === '{}' ? '' : text.slice(0, 160);
};
