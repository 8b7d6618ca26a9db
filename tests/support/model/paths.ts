import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getInitialSnapshot,
  type SnapshotFrom,
} from 'xstate';
import { type AdjacencyValue, TestModel } from 'xstate/graph';
import { transitionId } from '#atlas/model/transition-id.ts';
import {
  type Cases,
  DELAY_PREFIX,
  DONE_PREFIX,
  ERROR_PREFIX,
  nextEvents,
  portsInvokedBy,
} from '#cases/cases.ts';
import { fastTransition } from '#cases/transition.ts';
import { withoutPrefixes } from './without-prefixes.ts';

/** Returns the values that distinguish two snapshots with the same state value; by default the context. */
export type Projection<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => unknown;

type Model = TestModel<AnyMachineSnapshot, AnyEventObject, unknown>;
type PathsOf = Parameters<Model['getPaths']>[0];
type Vertex = AdjacencyValue<AnyMachineSnapshot, AnyEventObject>;
type ModelPath = ReturnType<PathsOf>[number];
type Step = ModelPath['steps'][number];

/**
 * Every state that is reachable from `first`, the nearest state first, with the steps from the state. XState's own search
 * takes longer, because it queues all steps instead of only new states.
 * @param isExpanded whether the search continues from a newly found state
 */
function verticesFrom(
  first: AnyMachineSnapshot,
  eventsAt: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[],
  serialize: (snapshot: AnyMachineSnapshot) => string,
  isExpanded: (snapshot: AnyMachineSnapshot) => boolean,
): ReadonlyMap<string, Vertex> {
  const vertices = new Map<string, Vertex>([[serialize(first), { state: first, transitions: {} }]]);
  const seenKeys = new Set(vertices.keys());
  for (const { state: from, transitions } of vertices.values()) {
    for (const event of eventsAt(from)) {
      const [state] = fastTransition(from, event);
      (transitions as Record<string, Step>)[JSON.stringify(event)] = { event, state };
      const key = serialize(state);
      if (seenKeys.has(key)) continue;
      seenKeys.add(key);
      if (isExpanded(state)) vertices.set(key, { state, transitions: {} });
    }
  }
  return vertices;
}

/** The shortest path to each state. XState's own search would explore the machine again. */
function shortestPaths(
  vertices: ReadonlyMap<string, Vertex>,
  serialize: (snapshot: AnyMachineSnapshot) => string,
): readonly ModelPath[] {
  const [first] = vertices.values();
  if (!first) return [];
  const start = { state: first.state, event: { type: 'xstate.init' } };
  const paths: ModelPath[] = [{ state: first.state, steps: [start], weight: 0 }];
  const reached = new Set([serialize(first.state)]);
  for (const path of paths) {
    for (const step of Object.values(vertices.get(serialize(path.state))?.transitions ?? {})) {
      const key = serialize(step.state);
      if (reached.has(key)) continue;
      reached.add(key);
      paths.push({ state: step.state, steps: [...path.steps, step], weight: path.weight + 1 });
    }
  }
  return paths;
}

/** Identifies a step by its state values and its event, regardless of the path. */
const stepKey = (from: AnyMachineSnapshot, event: AnyEventObject, to: AnyMachineSnapshot): string =>
  JSON.stringify([from.value, event, to.value]);

/** Whether the event would end an actor of the machine's root state that has already ended. */
function hasRootActorEnded(
  machine: AnyStateMachine,
  steps: readonly { event: AnyEventObject }[],
  type: string,
): boolean {
  const port = machine.root.invoke
    .map(({ id }) => id)
    .find((id) => [DONE_PREFIX + id, ERROR_PREFIX + id].includes(type));
  return (
    port !== undefined &&
    steps.some(({ event }) => [DONE_PREFIX + port, ERROR_PREFIX + port].includes(event.type))
  );
}

/** Whether the event would end a call that has already ended although its state is still active. */
function hasCallEnded(steps: readonly Step[], type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  if (!prefix) return false;
  const port = type.slice(prefix.length);
  const last = steps.findLastIndex(({ event }) =>
    [DONE_PREFIX + port, ERROR_PREFIX + port].includes(event.type),
  );
  return last >= 0 && steps.slice(last).every(({ state }) => portsInvokedBy(state).includes(port));
}

/** A record of the paths of a machine, so that other paths do not repeat the same steps. */
export type WalkRecord = {
  /** The keys of the steps that have been taken. */
  readonly edges: Set<string>;
  /** The states from which the search has continued. */
  readonly states: Set<string>;
  /** The pairs of values that a state has had. */
  readonly pairs: Set<string>;
};

/** An empty record, before the first path. */
export const newWalkRecord = (): WalkRecord => ({ edges: new Set(), states: new Set(), pairs: new Set() });

/** Adds the pairs of values of a state (all-pairs testing), and returns whether a pair was new. */
function addPairs(pairs: Set<string>, { value }: AnyMachineSnapshot, projected: object): boolean {
  const state = JSON.stringify(value);
  const values = Object.entries(projected).map((entry) => JSON.stringify(entry));
  const sizeBefore = pairs.size;
  pairs.add(state);
  for (const [index, one] of values.entries()) {
    for (const other of values.slice(index)) pairs.add(`${state} ${one} ${other}`);
  }
  return pairs.size > sizeBefore;
}

const withStep = ({ steps, weight }: ModelPath, step: Step): ModelPath => ({
  state: step.state,
  steps: [...steps, step],
  weight: weight + 1,
});

/** The maximum number of already taken steps that a path repeats to reach a new step. */
const MAX_REPEATED_STEPS = 6;

const isDelay = ({ event }: Step): boolean => event.type.startsWith(DELAY_PREFIX);

/** Whether a step is possible. */
type Accepts = (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
type Serialize = (snapshot: AnyMachineSnapshot) => string;
type FindPaths = (
  vertices: ReadonlyMap<string, Vertex>,
  machine: AnyStateMachine,
  serialize: Serialize,
  walked: WalkRecord,
  accepts: Accepts,
) => readonly ModelPath[];

const stepsFrom = (
  vertices: ReadonlyMap<string, Vertex>,
  machine: AnyStateMachine,
  serialize: Serialize,
  { state, steps }: ModelPath,
): readonly Step[] =>
  Object.values(vertices.get(serialize(state))?.transitions ?? {}).filter(
    ({ event }) => !hasRootActorEnded(machine, steps, event.type),
  );

/**
 * Finds paths that take every transition: the shortest path to each state, and from there one step with each event. The
 * shortest paths alone would not take the steps that lead back. Of several steps with the same event and the same state
 * values, only one is taken. Steps that are already in `walked` are left out.
 */
export const stepByStep: FindPaths = (vertices, machine, serialize, walked) =>
  shortestPaths(vertices, serialize).flatMap((path) => {
    const newSteps = stepsFrom(vertices, machine, serialize, path).filter(({ event, state }) => {
      const edge = stepKey(path.state, event, state);
      return !walked.edges.has(edge) && walked.edges.add(edge);
    });
    const longerPaths = newSteps.map((step) => withStep(path, step));
    return path.steps.length === 1 ? [path, ...longerPaths] : longerPaths;
  });

/**
 * Finds few long paths with the same steps as `stepByStep`. After a new step, a path continues to the nearest new step,
 * unless that step is nearer to the initial state. A delay ends a path, because other timers would also fire during the
 * delay. The paths reach each state to which this input leads, also by steps that are already in `walked`.
 */
export const inLongPaths: FindPaths = (vertices, machine, serialize, walked, accepts) => {
  const shortest = shortestPaths(vertices, serialize);
  const depths = new Map(shortest.map(({ state, weight }) => [serialize(state), weight]));
  const seenValues = new Set<string>();

  /** Identifies a step by its transitions too: with another input the same step may take another transition. */
  const stepKeyWithTransitions = (from: AnyMachineSnapshot, { event, state }: Step): string => {
    const transitionIds = machine.getTransitionData(from, event).map(transitionId);
    return `${stepKey(from, event, state)} ${transitionIds}`;
  };
  const isNewStep = (path: ModelPath, step: Step): boolean =>
    !walked.edges.has(stepKeyWithTransitions(path.state, step)) ||
    !seenValues.has(JSON.stringify(step.state.value));

  function markWalked(path: ModelPath): ModelPath {
    let before: Step | null = null;
    for (const step of path.steps) {
      if (before) walked.edges.add(stepKeyWithTransitions(before.state, step));
      seenValues.add(JSON.stringify(step.state.value));
      before = step;
    }
    return path;
  }

  /** Adds a step to a path. Returns null when the step is impossible after the path or leads to another state. */
  function extendPath(path: ModelPath, { event, state: expected }: Step): ModelPath | null {
    if (!accepts(path.state, event) || hasCallEnded(path.steps, event.type)) return null;
    const [state] = fastTransition(path.state, event);
    return serialize(state) === serialize(expected) ? withStep(path, { event, state }) : null;
  }

  /** Continues a path over already taken steps to the nearest new step, as long as there are new steps. */
  function continuePath(path: ModelPath): ModelPath {
    const detours = [path];
    const reached = new Set([serialize(path.state)]);
    for (const detour of detours) {
      const repeatedSteps = detour.weight - path.weight;
      const steps = stepsFrom(vertices, machine, serialize, detour);
      if (repeatedSteps <= (depths.get(serialize(detour.state)) ?? 0)) {
        for (const step of steps.filter((candidate) => isNewStep(detour, candidate))) {
          const next = extendPath(detour, step);
          if (next) return isDelay(step) ? markWalked(next) : continuePath(markWalked(next));
        }
      }
      if (repeatedSteps === MAX_REPEATED_STEPS) continue;
      for (const step of steps) {
        const key = serialize(step.state);
        const next = reached.has(key) || isDelay(step) ? null : extendPath(detour, step);
        if (!next) continue;
        reached.add(key);
        detours.push(next);
      }
    }
    return path;
  }

  return shortest.flatMap((path) => {
    const paths: ModelPath[] = path.steps.length === 1 ? [continuePath(markWalked(path))] : [];
    for (const step of stepsFrom(vertices, machine, serialize, path)) {
      if (!isNewStep(path, step)) continue;
      const next = markWalked(withStep(path, step));
      paths.push(isDelay(step) ? next : continuePath(next));
    }
    return paths;
  });
};

/**
 * Finds the paths through the model of a machine.
 * @param walked the record of earlier paths, to which the new paths are added
 * @param coversPairsOnly whether the search continues only from states with a new pair of values
 */
export function modelPaths<Machine extends AnyStateMachine>(
  machine: Machine,
  input: unknown,
  cases: Cases<Machine>,
  project: Projection<Machine>,
  accepts: Accepts = () => true,
  findPaths: FindPaths = stepByStep,
  walked: WalkRecord = newWalkRecord(),
  coversPairsOnly = false,
) {
  const cachedTexts = new WeakMap<AnyMachineSnapshot, string>();
  const serialize: Serialize = (snapshot) => {
    const cachedText = cachedTexts.get(snapshot);
    if (cachedText !== undefined) return cachedText;
    const text = JSON.stringify([snapshot.value, project(snapshot as SnapshotFrom<Machine>)]);
    cachedTexts.set(snapshot, text);
    return text;
  };
  const eventsAt = (snapshot: AnyMachineSnapshot): readonly AnyEventObject[] =>
    walked.states.has(serialize(snapshot))
      ? []
      : nextEvents(cases, snapshot).filter((event) => accepts(snapshot, event));
  const model: Model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(machine, { input });
  return model.getPaths(
    () => {
      const first = getInitialSnapshot<AnyStateMachine>(machine, input);
      const isExpanded = (snapshot: AnyMachineSnapshot): boolean =>
        !coversPairsOnly ||
        addPairs(walked.pairs, snapshot, Object(project(snapshot as SnapshotFrom<Machine>)));
      const vertices = verticesFrom(first, eventsAt, serialize, isExpanded);
      for (const key of vertices.keys()) walked.states.add(key);
      return [...withoutPrefixes(findPaths(vertices, machine, serialize, walked, accepts))] as ModelPath[];
    },
    { allowDuplicatePaths: true },
  );
}
