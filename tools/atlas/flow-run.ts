import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { PathEvent } from '#atlas/screens/types.ts';
import { type Cases, DONE_PREFIX, nextEvents } from '#cases/cases.ts';
import { step as stepOf } from '#cases/step.ts';
import { SCREEN_FLOWS } from '#machines/portal/flows.ts';
import { type PortalSnapshot, screenFlowOf } from '#machines/portal/portal.selectors.ts';
import type { LoginParameters } from '#machines/shared/login.ts';
import { visibleValues } from './visible-values.ts';

/** A snapshot of a machine with a shortest path to it. */
export type Moment = {
  readonly snapshot: AnyMachineSnapshot;
  /** The moment before; null at the start. */
  readonly before: Moment | null;
  /** The events from the moment before to this one. */
  readonly pathEvents: readonly PathEvent[];
};

type AnyCases = Cases<AnyStateMachine>;

export const NO_CASES: AnyCases = { events: [], answers: {} };

/** The next snapshot of a machine after an event, without side effects. */
export const step = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot =>
  stepOf(snapshot, event)[0];

/** The events that lead to a moment. */
export const pathTo = ({ before, pathEvents }: Moment): readonly PathEvent[] =>
  before ? [...pathTo(before), ...pathEvents] : pathEvents;

/** The shape of a context, without its values: most guards depend on nothing else. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object') return Object.values(value).map(shapeOf);
  return value !== '';
}

/** A flow from one input: the moments that show something new, and one end for each output. */
type FlowRun = { readonly moments: readonly Moment[]; readonly ends: readonly Moment[] };

/**
 * The results so far: flow runs by their start, the keys of moments that were returned, and walks by the shape of their
 * start.
 */
export type ExploredFlows = {
  readonly runs: Map<string, FlowRun>;
  readonly shownKeys: Set<string>;
  readonly walks: Map<string, readonly Moment[]>;
};

export const noExploredFlows = (): ExploredFlows => ({
  runs: new Map(),
  shownKeys: new Set(),
  walks: new Map(),
});

/** The key of the visible values of a moment and of the answer before it; only the first moment with a key is returned. */
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

const outputOf = ({ snapshot }: Moment): string => JSON.stringify(snapshot.output ?? null);

const shapeKey = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([value, shapeOf(context)]);

/**
 * Walks through a flow. @returns its start, and each moment that shows something new, has a new shape or ends with a
 * new output.
 */
function walk(name: string, start: AnyMachineSnapshot, cases: AnyCases): readonly Moment[] {
  const first: Moment = { snapshot: start, before: null, pathEvents: [] };
  const shapeKeys = new Set([shapeKey(start)]);
  const seenTexts = new Set<string>();
  const isNew = (set: Set<string>, key: string) => set.size !== set.add(key).size;
  const moments = [first];
  const queue = [first];
  for (let moment = queue.shift(); moment; moment = queue.shift()) {
    for (const event of nextEvents(cases, moment.snapshot)) {
      const snapshot = step(moment.snapshot, event);
      const next: Moment = { snapshot, before: moment, pathEvents: [{ to: name, event }] };
      const isVisible = isNew(seenTexts, hasEnded(next) ? outputOf(next) : visibleKey(name, next));
      const hasNewShape = !hasEnded(next) && isNew(shapeKeys, shapeKey(snapshot));
      if (isVisible || hasNewShape) moments.push(next);
      if (hasNewShape) queue.push(next);
    }
  }
  return moments;
}

/** Repeats a walk from another start of the same shape; null when a step leads to another state. */
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

export function runFlow(
  { name, start }: FlowStart,
  cases: AnyCases,
  { shownKeys: seenTexts, walks }: ExploredFlows,
): FlowRun {
  const shape = JSON.stringify([name, shapeKey(start)]);
  const earlierWalk = walks.get(shape);
  const found = (earlierWalk && repeatWalk(earlierWalk, start)) ?? walk(name, start, cases);
  if (!earlierWalk) walks.set(shape, found);
  const ends = new Map(
    found
      .filter(hasEnded)
      .toReversed()
      .map((moment) => [outputOf(moment), moment]),
  );
  const moments = found.filter((moment) => {
    if (hasEnded(moment)) return false;
    const visible = visibleKey(name, moment);
    const isNew = moment.before === null || !seenTexts.has(visible);
    seenTexts.add(visible);
    return isNew;
  });
  return { moments, ends: [...ends.values()].toReversed() };
}

export type FlowStart = { readonly name: string; readonly start: AnyMachineSnapshot; readonly id: string };

/** The flow of the current screen, in its initial state; null when the screen has none. */
export function activeFlowStart(snapshot: AnyMachineSnapshot): FlowStart | null {
  const portal = snapshot as PortalSnapshot;
  const name = screenFlowOf(portal);
  const ref = name && portal.children[name];
  const start = ref?.getSnapshot() as AnyMachineSnapshot | undefined;
  if (!name || !start || !('machine' in start)) return null;
  return { name, start, id: comparisonKey([name, start.value, start.context]) };
}

/** The fields of a login that a screen depends on; the others are only sent with its call. */
const screenFieldsOf = (login: Partial<LoginParameters>): unknown =>
  login.policyId === undefined ? login : [login.step, login.fixed];

/** Serialises values for comparison; a policy is represented by its id. */
export const comparisonKey = (values: unknown): string =>
  JSON.stringify(values, (key, value) => {
    if (key === 'policy') return value?.policyId;
    // No screen shows these: they are only sent with a call.
    if (key === 'policyId' || key === 'flowType') return undefined;
    return key === 'login' && value ? screenFieldsOf(value) : value;
  });

/** The child flows of a flow that have no screen of their own, in their initial state. */
export const childFlowStarts = (flow: string, { children }: AnyMachineSnapshot): readonly FlowStart[] =>
  Object.entries(children).flatMap(([name, ref]) => {
    const start = (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;
    if (!start || !('machine' in start) || (SCREEN_FLOWS as readonly string[]).includes(name)) return [];
    return [{ name: `${flow}/${name}`, start, id: comparisonKey([name, start.value, start.context]) }];
  });
