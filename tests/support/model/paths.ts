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
import { withoutBeginnings } from './distinct.ts';

/** What a step changes and a comparison looks at; the default is the context. */
export type Projection<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => unknown;

type Model = TestModel<AnyMachineSnapshot, AnyEventObject, unknown>;
type PathsOf = Parameters<Model['getPaths']>[0];
type Vertex = AdjacencyValue<AnyMachineSnapshot, AnyEventObject>;
type ModelPath = ReturnType<PathsOf>[number];
type Step = ModelPath['steps'][number];

/**
 * Every state that is reached from the first, nearest first, with its steps. The library's own search keeps a queue of
 * all steps, not of the new states only, which costs more than the steps themselves.
 * @param isTried whether the search goes on from a state that it has not met before
 */
function verticesFrom(
  first: AnyMachineSnapshot,
  eventsAt: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[],
  serialize: (snapshot: AnyMachineSnapshot) => string,
  isTried: (snapshot: AnyMachineSnapshot) => boolean,
): ReadonlyMap<string, Vertex> {
  const vertices = new Map<string, Vertex>([[serialize(first), { state: first, transitions: {} }]]);
  const met = new Set(vertices.keys());
  for (const { state: from, transitions } of vertices.values()) {
    for (const event of eventsAt(from)) {
      const [state] = stepOf(from, event);
      (transitions as Record<string, Step>)[JSON.stringify(event)] = { event, state };
      const key = serialize(state);
      if (met.has(key)) continue;
      met.add(key);
      if (isTried(state)) vertices.set(key, { state, transitions: {} });
    }
  }
  return vertices;
}

/** The shortest way to each state, found in one pass: the library's own search would explore the machine again. */
function shortestPaths(
  vertices: ReadonlyMap<string, Vertex>,
  serialize: (snapshot: AnyMachineSnapshot) => string,
): readonly ModelPath[] {
  const [first] = vertices.values();
  if (!first) return [];
  const start = { state: first.state, event: { type: 'xstate.init' } };
  const paths: ModelPath[] = [{ state: first.state, steps: [start], weight: 0 }];
  const found = new Set([serialize(first.state)]);
  for (const path of paths) {
    for (const step of Object.values(vertices.get(serialize(path.state))?.transitions ?? {})) {
      const key = serialize(step.state);
      if (found.has(key)) continue;
      found.add(key);
      paths.push({ state: step.state, steps: [...path.steps, step], weight: path.weight + 1 });
    }
  }
  return paths;
}

/** A step, whatever path led to it. */
const edgeOf = (from: AnyMachineSnapshot, event: AnyEventObject, to: AnyMachineSnapshot): string =>
  JSON.stringify([from.value, event, to.value]);

/** Whether the actor invoked by the machine itself has ended already: it ends once. */
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

/** Whether the call has ended already while its state stays active: it ends once. */
function isAnswered(steps: readonly Step[], type: string): boolean {
  const prefix = [DONE_PREFIX, ERROR_PREFIX].find((start) => type.startsWith(start));
  if (!prefix) return false;
  const port = type.slice(prefix.length);
  const last = steps.findLastIndex(({ event }) =>
    [DONE_PREFIX + port, ERROR_PREFIX + port].includes(event.type),
  );
  return last >= 0 && steps.slice(last).every(({ state }) => invokedBy(state).includes(port));
}

/** What other paths of the same machine have taken, the states from which they have tried everything, and their pairs. */
export type Walked = {
  readonly edges: Set<string>;
  readonly states: Set<string>;
  readonly pairs: Set<string>;
};

/** Paths of a machine before any is taken. */
export const noneWalked = (): Walked => ({ edges: new Set(), states: new Set(), pairs: new Set() });

/** Whether two values come together in a state for the first time (all-pairs testing); notes those that do. */
function hasNewPair(pairs: Set<string>, { value }: AnyMachineSnapshot, projected: object): boolean {
  const state = JSON.stringify(value);
  const values = Object.entries(projected).map((entry) => JSON.stringify(entry));
  const known = pairs.size;
  pairs.add(state);
  for (const [index, one] of values.entries()) {
    for (const other of values.slice(index)) pairs.add(`${state} ${one} ${other}`);
  }
  return pairs.size > known;
}

const withStep = ({ steps, weight }: ModelPath, step: Step): ModelPath => ({
  state: step.state,
  steps: [...steps, step],
  weight: weight + 1,
});

/** The most steps already taken that a path repeats to reach a new one. */
const MAX_STEPS = 6;

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
 * Paths that take every transition: on the shortest way to its state, and from there one step by each
 * event. Shortest paths alone skip what leads back. Of the steps from one state value to another by the
 * same event, one is walked; what is in `walked` already is left out.
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
 * The same steps, and each state that this input leads to, on few long paths: where one has taken its step it
 * goes on to the next that is fresh, unless that is nearer from the beginning. A delay ends a path, since
 * going on the clock would bring what else waits.
 */
export const inLongPaths: PathsThrough = (vertices, machine, serialize, walked, accepts) => {
  const shortest = shortestPaths(vertices, serialize);
  const depths = new Map(shortest.map(({ state, weight }) => [serialize(state), weight]));
  const seen = new Set<string>();

  /** The same step may be another transition from another input. */
  const edgeFrom = (from: AnyMachineSnapshot, { event, state }: Step): string => {
    const taken = machine.getTransitionData(from, event).map(transitionId);
    return `${edgeOf(from, event, state)} ${taken}`;
  };
  const isFresh = (path: ModelPath, step: Step): boolean =>
    !walked.edges.has(edgeFrom(path.state, step)) || !seen.has(JSON.stringify(step.state.value));

  function walk(path: ModelPath): ModelPath {
    let before: Step | null = null;
    for (const step of path.steps) {
      if (before) walked.edges.add(edgeFrom(before.state, step));
      seen.add(JSON.stringify(step.state.value));
      before = step;
    }
    return path;
  }

  /** The path with one more step; none where its state differs in what the model does not compare. */
  function extended(path: ModelPath, { event, state: expected }: Step): ModelPath | null {
    if (!accepts(path.state, event) || isAnswered(path.steps, event.type)) return null;
    const [state] = stepOf(path.state, event);
    return serialize(state) === serialize(expected) ? withStep(path, { event, state }) : null;
  }

  function onwards(path: ModelPath): ModelPath {
    const ways = [path];
    const found = new Set([serialize(path.state)]);
    for (const way of ways) {
      const gone = way.weight - path.weight;
      const steps = stepsFrom(vertices, machine, serialize, way);
      if (gone <= (depths.get(serialize(way.state)) ?? 0)) {
        for (const step of steps.filter((candidate) => isFresh(way, candidate))) {
          const next = extended(way, step);
          if (next) return isDelay(step) ? walk(next) : onwards(walk(next));
        }
      }
      if (gone === MAX_STEPS) continue;
      for (const step of steps) {
        const key = serialize(step.state);
        const next = found.has(key) || isDelay(step) ? null : extended(way, step);
        if (!next) continue;
        found.add(key);
        ways.push(next);
      }
    }
    return path;
  }

  return shortest.flatMap((path) => {
    const longer: ModelPath[] = path.steps.length === 1 ? [onwards(walk(path))] : [];
    for (const step of stepsFrom(vertices, machine, serialize, path)) {
      if (!isFresh(path, step)) continue;
      const next = walk(withStep(path, step));
      longer.push(isDelay(step) ? next : onwards(next));
    }
    return longer;
  });
};

/**
 * The model of a machine, and its paths.
 * @param isByPairs whether the search goes on only from states that show a pair of values for the first time
 */
export function modelOf<Machine extends AnyStateMachine>(
  machine: Machine,
  input: unknown,
  cases: Cases<Machine>,
  project: Projection<Machine>,
  accepts: Accepts = () => true,
  pathsThrough: PathsThrough = stepByStep,
  walked: Walked = noneWalked(),
  isByPairs = false,
) {
  const texts = new WeakMap<AnyMachineSnapshot, string>();
  const serialize: Serialize = (snapshot) => {
    const known = texts.get(snapshot);
    if (known !== undefined) return known;
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
      const isTried = (snapshot: AnyMachineSnapshot): boolean =>
        !isByPairs || hasNewPair(walked.pairs, snapshot, Object(project(snapshot as SnapshotFrom<Machine>)));
      const vertices = verticesFrom(first, eventsAt, serialize, isTried);
      for (const key of vertices.keys()) walked.states.add(key);
      return [
        ...withoutBeginnings(pathsThrough(vertices, machine, serialize, walked, accepts)),
      ] as ModelPath[];
    },
    { allowDuplicatePaths: true },
  );
}
