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

/** The states of the portal and of the flow of the current screen at one moment. */
export type World = {
  readonly portal: PortalSnapshot;
  readonly flow: { readonly name: string; readonly snapshot: AnyMachineSnapshot } | null;
};

export type Edge = { readonly pathEvent: PathEvent; readonly target: string };

export type Vertex = {
  readonly key: string;
  readonly world: World;
  /** One of the shortest paths there. */
  readonly path: readonly PathEvent[];
  readonly edges: readonly Edge[];
  /** Whether no vertex before it has the portal in the same moment. */
  readonly isFirstOfPortal: boolean;
};

export type Graph = ReadonlyMap<string, Vertex>;

/** The machines with the cases of each. */
export type JourneyModel = {
  readonly portal: AnyStateMachine;
  readonly portalCases: Cases<AnyStateMachine>;
  readonly flowCases: Readonly<Record<string, Cases<AnyStateMachine>>>;
};

/** The portal with real flows in place of those that would be loaded; their ports are never run. */
export const assembled = (flows: Readonly<Record<string, AnyStateMachine>>): AnyStateMachine =>
  (portalMachine as AnyStateMachine).provide({ actors: flows });

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot;

/** The world after the portal has moved: a flow that has just begun is where it begins. */
function worldOf(portal: PortalSnapshot, before: World | null): World {
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

/** What tells two moments of the portal apart; what only travels along, and what a flow was given, is left out. */
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

const flowKey = ({ flow }: World): string =>
  flow ? JSON.stringify([flow.name, flow.snapshot.value, shapeOf(flow.snapshot.context)]) : '';

type Sent = { readonly to?: { readonly id?: string }; readonly event: AnyEventObject };

/** The events that a machine sends to one of its children in a step. */
const sentTo = (child: string, actions: ReturnType<typeof step>[1]): readonly AnyEventObject[] =>
  actions
    .filter(({ type }) => type === 'xstate.sendTo')
    .map(({ params }) => params as Sent)
    .filter(({ to }) => to?.id === child)
    .map(({ event }) => event);

/** The world after an event of the portal, also in the flow to which the portal sends an event. */
function movePortal(model: JourneyModel, before: World, event: AnyEventObject): World {
  const [portal, actions] = step(before.portal, event);
  const world = worldOf(portal as PortalSnapshot, before);
  const { flow } = world;
  if (!flow || flow !== before.flow) return world;
  return sentTo(flow.name, actions).reduce<World>(
    (next, event) => (next.flow?.name === flow.name ? after(model, next, { to: flow.name, event }) : next),
    world,
  );
}

/** The world after an event. */
export function after(model: JourneyModel, world: World, { to, event }: PathEvent): World {
  if (!world.flow || to !== world.flow.name) return movePortal(model, world, event);
  const [snapshot] = step(world.flow.snapshot, event);
  if (snapshot.status === 'done') {
    return movePortal(model, world, { type: `${DONE_PREFIX}${to}`, output: snapshot.output, actorId: to });
  }
  return { ...world, flow: { name: to, snapshot } };
}

/** Of the timers that run, the shortest one ends first. */
function isDue(snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean {
  if (!type.startsWith(DELAY_PREFIX)) return true;
  const nodes: readonly AnyStateNode[] = snapshot._nodes;
  const delays = nodes.flatMap(({ after: own }) => own.map(({ eventType }) => delayOf(snapshot, eventType)));
  return delayOf(snapshot, type) === Math.min(...delays);
}

/** The events that the running flow can receive. */
function toFlow({ flowCases }: JourneyModel, { flow }: World): readonly PathEvent[] {
  const cases = flow && flowCases[flow.name];
  if (!flow || !cases) return [];
  return nextEvents(cases, flow.snapshot)
    .filter((event) => isDue(flow.snapshot, event))
    .map((event) => ({ to: flow.name, event }));
}

/** What may happen to the portal beside it; a flow ends by itself, but it may break. */
function toPortal(
  { portal, portalCases, flowCases }: JourneyModel,
  { portal: snapshot }: World,
): readonly PathEvent[] {
  return nextEvents(portalCases, snapshot)
    .filter(
      ({ type }) => !type.startsWith(DONE_PREFIX) || flowCases[type.slice(DONE_PREFIX.length)] === undefined,
    )
    .filter(({ type }) => !isOver(snapshot, type))
    .map((event) => ({ to: portal.id, event }));
}

/** Whether the event would end an actor that has already ended. */
function isOver(snapshot: PortalSnapshot, type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  return prefix !== undefined && snapshot.children[type.slice(prefix.length)] === undefined;
}

/** Every moment that portal and flows together can reach from an input, each with a way there. */
export function explore(model: JourneyModel, input: PortalInput): Graph {
  const graph = new Map<string, Vertex>();
  const seenPortals = new Set<string>();
  const seenPersons = new Set<string>();
  const queue: { key: string; world: World; path: readonly PathEvent[] }[] = [];
  const keys = new Set<string>();

  const visit = (world: World, path: readonly PathEvent[]): string => {
    const key = `${portalKey(world.portal)} ${flowKey(world)}`;
    if (!keys.has(key)) {
      keys.add(key);
      queue.push({ key, world, path });
    }
    return key;
  };

  const [start] = initialTransition(model.portal, input);
  visit(worldOf(start as PortalSnapshot, null), []);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { key, world, path } = next;
    const isFirstOfPortal = !seenPortals.has(portalKey(world.portal));
    const isFirstOfPerson = !seenPersons.has(personKey(world.portal));
    const pathEvents = [
      ...toFlow(model, world),
      // The portal does the same whatever its flow is doing, and an address leads where the person may go.
      ...(isFirstOfPortal ? toPortal(model, world) : []).filter(
        ({ event }) => isFirstOfPerson || event.type !== 'route.requested',
      ),
    ];
    seenPersons.add(personKey(world.portal));
    seenPortals.add(portalKey(world.portal));
    const edges = pathEvents.map((pathEvent): Edge => {
      const then = after(model, world, pathEvent);
      return { pathEvent, target: visit(then, [...path, pathEvent]) };
    });
    graph.set(key, { key, world, path, edges, isFirstOfPortal });
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

/** The values of an event, as far as they tell it from others. */
const textOf = (values: object): string => {
  const text = JSON.stringify(values);
  return text === '{}' ? '' : text.slice(0, 160);
};
