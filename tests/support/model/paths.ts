import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getInitialSnapshot,
  type SnapshotFrom,
} from 'xstate';
import { type AdjacencyValue, TestModel } from 'xstate/graph';
import { transitionId } from '#atlas/model/transition-id.ts';
import { type Cases, DELAY_PREFIX, DONE_PREFIX, ERROR_PREFIX, invokedBy, nextEvents } from '#cases/cases.ts';
import { step as stepOf } from '#cases/step.ts';
import { withoutPrefixes } from './distinct.ts';

/** The values that a comparison takes into account besides the state value; the default is the context. */
export type Projection<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => unknown;

type Model = TestModel<AnyMachineSnapshot, AnyEventObject, unknown>;
type PathsOf = Parameters<Model['getPaths']>[0];
type Vertex = AdjacencyValue<AnyMachineSnapshot, AnyEventObject>;
type ModelPath = ReturnType<PathsOf>[number];
type Step = ModelPath['steps'][number];

/**
 * Every state that can be reached from the first, nearest first, with its steps. XState's own search queues all steps
 * instead of new states only, which takes longer than the steps themselves.
 * @param isExpanded whether the search continues from a state that is new to it
 */
function verticesFrom(
  first: AnyMachineSnapshot,
  eventsAt: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[],
  serialize: (snapshot: AnyMachineSnapshot) => string,
  isExpanded: (snapshot: AnyMachineSnapshot) => boolean,
): ReadonlyMap<string, Vertex> {
  const vertices = new Map<string, Vertex>([[serialize(first), { state: first, transitions: {} }]]);
  const seen = new Set(vertices.keys());
  for (const { state: from, transitions } of vertices.values()) {
    for (const event of eventsAt(from)) {
      const [state] = stepOf(from, event);
      (transitions as Record<string, Step>)[JSON.stringify(event)] = { event, state };
      const key = serialize(state);
      if (seen.has(key)) continue;
      seen.add(key);
      if (isExpanded(state)) vertices.set(key, { state, transitions: {} });
    }
  }
  return vertices;
}

/** The shortest path to each state, in one pass: XState's own search would explore the machine again. */
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

/** Identifies a step by its state values and event, whatever path led to it. */
const edgeOf = (from: AnyMachineSnapshot, event: AnyEventObject, to: AnyMachineSnapshot): string =>
  JSON.stringify([from.value, event, to.value]);

/** Whether the event ends an actor of the machine's root that has already ended: it ends once. */
function hasEnded(
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

/** Whether the event ends a call that has already ended although its state is still active: a call ends once. */
function hasCallEnded(steps: readonly Step[], type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  if (!prefix) return false;
  const port = type.slice(prefix.length);
  const last = steps.findLastIndex(({ event }) =>
    [DONE_PREFIX + port, ERROR_PREFIX + port].includes(event.type),
  );
  return last >= 0 && steps.slice(last).every(({ state }) => invokedBy(state).includes(port));
}

/** The steps that other paths of a machine have taken, the states that they have expanded, and their pairs of values. */
export type Walked = {
  readonly edges: Set<string>;
  readonly states: Set<string>;
  readonly pairs: Set<string>;
};

/** The record of a machine none of whose paths has been taken. */
export const newWalked = (): Walked => ({ edges: new Set(), states: new Set(), pairs: new Set() });

/** Adds the pairs of values of a state (all-pairs testing), and returns whether one of them was new. */
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

/** The maximum of taken steps that a path repeats to reach a new step. */
const MAX_REPEATED_STEPS = 6;

const isDelay = ({ event }: Step): boolean => event.type.startsWith(DELAY_PREFIX);

type Accepts = (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
type Serialize = (snapshot: AnyMachineSnapshot) => string;
type PathsThrough = (
  vertices: ReadonlyMap<string, Vertex>,
  machine: AnyStateMachine,
  serialize: Serialize,
  walked: Walked,
  accepts: Accepts,
) => readonly ModelPath[];

const stepsFrom = (
  vertices: ReadonlyMap<string, Vertex>,
  machine: AnyStateMachine,
  serialize: Serialize,
  { state, steps }: ModelPath,
): readonly Step[] =>
  Object.values(vertices.get(serialize(state))?.transitions ?? {}).filter(
    ({ event }) => !hasEnded(machine, steps, event.type),
  );

/**
 * Paths that take every transition: the shortest path to each state, and from there one step by each event. Shortest
 * paths alone would skip the steps that lead back. Of the steps from one state value to another by the same event, only
 * one is taken; steps that are in `walked` already are left out.
 */
export const stepByStep: PathsThrough = (vertices, machine, serialize, walked) =>
  shortestPaths(vertices, serialize).flatMap((path) => {
    const fresh = stepsFrom(vertices, machine, serialize, path).filter(({ event, state }) => {
      const edge = edgeOf(path.state, event, state);
      return !walked.edges.has(edge) && walked.edges.add(edge);
    });
    const longer = fresh.map((step) => withStep(path, step));
    return path.steps.length === 1 ? [path, ...longer] : longer;
  });

/**
 * The same steps, and each state that this input leads to, on few long paths: after its step, a path continues to the
 * next fresh step, unless that is nearer from the initial state. A delay ends a path: its time would also fire other
 * timers.
 */
export const inLongPaths: PathsThrough = (vertices, machine, serialize, walked, accepts) => {
  const shortest = shortestPaths(vertices, serialize);
  const depths = new Map(shortest.map(({ state, weight }) => [serialize(state), weight]));
  const seen = new Set<string>();

  /** Identifies a step with its transitions: with another input the same step may take another transition. */
  const edgeFrom = (from: AnyMachineSnapshot, { event, state }: Step): string => {
    const transitionIds = machine.getTransitionData(from, event).map(transitionId);
    return `${edgeOf(from, event, state)} ${transitionIds}`;
  };
  const isFresh = (path: ModelPath, step: Step): boolean =>
    !walked.edges.has(edgeFrom(path.state, step)) || !seen.has(JSON.stringify(step.state.value));

  function markWalked(path: ModelPath): ModelPath {
    let before: Step | null = null;
    for (const step of path.steps) {
      if (before) walked.edges.add(edgeFrom(before.state, step));
      seen.add(JSON.stringify(step.state.value));
      before = step;
    }
    return path;
  }

  /** The path with one more step; null when the step is impossible here or leads to another state than expected. */
  function extended(path: ModelPath, { event, state: expected }: Step): ModelPath | null {
    if (!accepts(path.state, event) || hasCallEnded(path.steps, event.type)) return null;
    const [state] = stepOf(path.state, event);
    return serialize(state) === serialize(expected) ? withStep(path, { event, state }) : null;
  }

  function continued(path: ModelPath): ModelPath {
    const detours = [path];
    const reached = new Set([serialize(path.state)]);
    for (const detour of detours) {
      const repeated = detour.weight - path.weight;
      const steps = stepsFrom(vertices, machine, serialize, detour);
      if (repeated <= (depths.get(serialize(detour.state)) ?? 0)) {
        for (const step of steps.filter((candidate) => isFresh(detour, candidate))) {
          const next = extended(detour, step);
          if (next) return isDelay(step) ? markWalked(next) : continued(markWalked(next));
        }
      }
      if (repeated === MAX_REPEATED_STEPS) continue;
      for (const step of steps) {
        const key = serialize(step.state);
        const next = reached.has(key) || isDelay(step) ? null : extended(detour, step);
        if (!next) continue;
        reached.add(key);
        detours.push(next);
      }
    }
    return path;
  }

  return shortest.flatMap((path) => {
    const longer: ModelPath[] = path.steps.length === 1 ? [continued(markWalked(path))] : [];
    for (const step of stepsFrom(vertices, machine, serialize, path)) {
      if (!isFresh(path, step)) continue;
      const next = markWalked(withStep(path, step));
      longer.push(isDelay(step) ? next : continued(next));
    }
    return longer;
  });
};

/**
 * The paths through the model of a machine.
 * @param coversPairsOnly whether the search continues only from states with a new pair of values
 */
export function modelPaths<Machine extends AnyStateMachine>(
  machine: Machine,
  input: unknown,
  cases: Cases<Machine>,
  project: Projection<Machine>,
  accepts: Accepts = () => true,
  pathsThrough: PathsThrough = stepByStep,
  walked: Walked = newWalked(),
  coversPairsOnly = false,
) {
  const texts = new WeakMap<AnyMachineSnapshot, string>();
  const serialize: Serialize = (snapshot) => {
    const cachedText = texts.get(snapshot);
    if (cachedText !== undefined) return cachedText;
    const text = JSON.stringify([snapshot.value, project(snapshot as SnapshotFrom<Machine>)]);
    texts.set(snapshot, text);
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
      return [...withoutPrefixes(pathsThrough(vertices, machine, serialize, walked, accepts))] as ModelPath[];
    },
    { allowDuplicatePaths: true },
  );
}
