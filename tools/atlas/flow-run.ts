import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { PathEvent } from '#atlas/screens/types.ts';
import { type Cases, DONE_PREFIX, nextEvents } from '#cases/cases.ts';
import { fastTransition } from '#cases/transition.ts';
import { SCREEN_FLOWS } from '#machines/portal/flows.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import type { LoginParameters } from '#machines/shared/login.ts';
import { visibleValues } from './visible-values.ts';

/** A snapshot of a machine, with the path to the snapshot. */
export type Moment = {
  readonly snapshot: AnyMachineSnapshot;
  /** The previous moment of the path; null at the start. */
  readonly before: Moment | null;
  /** The events between the previous moment and this moment. */
  readonly pathEvents: readonly PathEvent[];
};

type AnyCases = Cases<AnyStateMachine>;

/** The cases of a machine for which no cases are written. */
export const NO_CASES: AnyCases = { events: [], answers: {} };

/** The next snapshot of a machine after an event, without side effects. */
export const step = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot =>
  fastTransition(snapshot, event)[0];

/** The events from the start to a moment. */
export const pathTo = ({ before, pathEvents }: Moment): readonly PathEvent[] =>
  before ? [...pathTo(before), ...pathEvents] : pathEvents;

/**
 * The shape of a context: structure, booleans, and whether texts are empty. Most guards depend only on the shape.
 */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object') return Object.values(value).map(shapeOf);
  return value !== '';
}

/** The exploration of a flow with one input. */
type FlowRun = {
  /** The moments that show something new. */
  readonly moments: readonly Moment[];
  /** A final moment for each output. */
  readonly ends: readonly Moment[];
};

/** The results so far. */
export type ExploredFlows = {
  /** By {@link FlowStart.id}. */
  readonly runs: Map<string, FlowRun>;
  /** The keys of the visible values of all moments in the runs. */
  readonly shownKeys: Set<string>;
  /** The moments of a flow, by its name and the shape of its first snapshot. */
  readonly walks: Map<string, readonly Moment[]>;
};

export const noExploredFlows = (): ExploredFlows => ({
  runs: new Map(),
  shownKeys: new Set(),
  walks: new Map(),
});

/** A text that is equal for moments whose screens look the same and follow the same answer. */
const visibleKey = (name: string, { snapshot, pathEvents }: Moment): string => {
  const type = pathEvents.at(-1)?.event.type ?? '';
  return JSON.stringify([
    snapshot.machine.id,
    snapshot.value,
    visibleValues(snapshot),
    type.startsWith(DONE_PREFIX) ? type : '',
    childFlowStarts(name, snapshot).map(({ id }) => id),
  ]);
};

const hasEnded = ({ snapshot }: Moment): boolean => snapshot.status === 'done';

/** The output of the flow at a final moment, as JSON. */
const outputOf = ({ snapshot }: Moment): string => JSON.stringify(snapshot.output ?? null);

const shapeKey = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([value, shapeOf(context)]);

/**
 * Sends all cases to a flow, breadth first.
 * @returns the start, and each moment that shows something new, has a new shape or ends with a new output
 */
function walk(name: string, start: AnyMachineSnapshot, cases: AnyCases): readonly Moment[] {
  const first: Moment = { snapshot: start, before: null, pathEvents: [] };
  const shapeKeys = new Set([shapeKey(start)]);
  const seenKeys = new Set<string>();
  const addIfNew = (set: Set<string>, key: string) => set.size !== set.add(key).size;
  const moments = [first];
  const queue = [first];
  for (let moment = queue.shift(); moment; moment = queue.shift()) {
    for (const event of nextEvents(cases, moment.snapshot)) {
      const snapshot = step(moment.snapshot, event);
      const next: Moment = { snapshot, before: moment, pathEvents: [{ to: name, event }] };
      const isNew = addIfNew(seenKeys, hasEnded(next) ? outputOf(next) : visibleKey(name, next));
      const hasNewShape = !hasEnded(next) && addIfNew(shapeKeys, shapeKey(snapshot));
      if (isNew || hasNewShape) moments.push(next);
      if (hasNewShape) queue.push(next);
    }
  }
  return moments;
}

/** Sends the events of a walk to a start with the same shape; null if a state differs from the state in the walk. */
function repeatWalk(earlierWalk: readonly Moment[], start: AnyMachineSnapshot): readonly Moment[] | null {
  const repeated = new Map<Moment | null, Moment>();
  for (const moment of earlierWalk) {
    const before = repeated.get(moment.before) ?? null;
    const [pathEvent] = moment.pathEvents;
    const snapshot = before && pathEvent ? step(before.snapshot, pathEvent.event) : start;
    if (JSON.stringify(snapshot.value) !== JSON.stringify(moment.snapshot.value)) return null;
    repeated.set(moment, { snapshot, before, pathEvents: moment.pathEvents });
  }
  return [...repeated.values()];
}

/** Explores a flow with the events and answers of its cases. */
export function runFlow(
  { name, start }: FlowStart,
  cases: AnyCases,
  { shownKeys, walks }: ExploredFlows,
): FlowRun {
  const shape = JSON.stringify([name, shapeKey(start)]);
  const earlierWalk = walks.get(shape);
  const foundMoments = (earlierWalk && repeatWalk(earlierWalk, start)) ?? walk(name, start, cases);
  if (!earlierWalk) walks.set(shape, foundMoments);
  // Reversed twice, so that the first of several ends with the same output remains.
  const ends = new Map(
    foundMoments
      .filter(hasEnded)
      .toReversed()
      .map((moment) => [outputOf(moment), moment]),
  );
  const moments = foundMoments.filter((moment) => {
    if (hasEnded(moment)) return false;
    const key = visibleKey(name, moment);
    const isNew = moment.before === null || !shownKeys.has(key);
    shownKeys.add(key);
    return isNew;
  });
  return { moments, ends: [...ends.values()].toReversed() };
}

/** A flow with one input. */
export type FlowStart = {
  /** The name of the flow; for a child flow, the name of its parent, a slash and its own name. */
  readonly name: string;
  /** The first snapshot. */
  readonly start: AnyMachineSnapshot;
  /** Equal for starts whose screens look the same. */
  readonly id: string;
};

/** The start of the flow on the current screen; null if the screen has no flow. */
export function activeFlowStart(snapshot: AnyMachineSnapshot): FlowStart | null {
  const portal = snapshot as PortalSnapshot;
  const name = screenFlowOf(portal);
  const ref = name && portal.children[name];
  const start = ref?.getSnapshot() as AnyMachineSnapshot | undefined;
  if (!name || !start || !('machine' in start)) return null;
  return { name, start, id: comparisonKey([name, start.value, start.context]) };
}

/** The fields of the login parameters that a screen depends on; the other fields are only sent with a call. */
const screenFieldsOf = (login: Partial<LoginParameters>): unknown =>
  login.policyId === undefined ? login : [login.step, login.fixed];

/** Serialises values for comparison, without the values that no screen depends on. */
export const comparisonKey = (values: unknown): string =>
  JSON.stringify(values, (key, value) => {
    if (key === 'policy') return value?.policyId;
    // These values are only sent with a call.
    if (key === 'policyId' || key === 'flowType') return undefined;
    return key === 'login' && value ? screenFieldsOf(value) : value;
  });

/** The starts of the child flows of a flow, without flows that have their own screen in the portal. */
export const childFlowStarts = (flow: string, { children }: AnyMachineSnapshot): readonly FlowStart[] =>
  Object.entries(children).flatMap(([name, ref]) => {
    const start = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
    if (!start || !('machine' in start) || (SCREEN_FLOWS as readonly string[]).includes(name)) return [];
    return [{ name: `${flow}/${name}`, start, id: comparisonKey([name, start.value, start.context]) }];
  });
