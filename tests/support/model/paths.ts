import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  EventFrom,
  SnapshotFrom,
} from 'xstate';
import { type AdjacencyValue, getAdjacencyMap, TestModel } from 'xstate/graph';
import type { PortName, PortOutput } from '#tests/support/ports.ts';

export const DONE = 'xstate.done.actor.';
export const BROKEN = 'xstate.error.actor.';
export const DELAYED = 'xstate.after.';

/** What a person, the network and the server may do to a machine. */
export type Cases<Machine extends AnyStateMachine> = {
  /** Every event that somebody may send, with its values. */
  readonly events: readonly EventFrom<Machine>[];
  /** Every kind of answer that each port may give; it may also break. */
  readonly answers: { readonly [Name in PortName<Machine>]?: readonly PortOutput<Machine, Name>[] };
  /** Texts among the events that may exist only while a port that was given them is asked. */
  readonly secrets?: readonly string[];
};

/** What a step changes and a comparison looks at; the default is the context. */
export type Projection<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => unknown;

const invocations = (node: AnyStateNode): readonly string[] => node.invoke.map(({ id }) => id);

/** The ports that the states of a snapshot invoke; those of the machine itself end only with it. */
export const invokedBy = (snapshot: AnyMachineSnapshot): readonly string[] =>
  snapshot._nodes.filter(({ parent }) => parent !== undefined).flatMap(invocations);

/** The events that may come next, with real answers in those that end an invoke. */
export function nextEvents<Machine extends AnyStateMachine>(
  cases: Cases<Machine>,
  snapshot: AnyMachineSnapshot,
) {
  if (snapshot.status !== 'active') return [];
  const answers: Readonly<Record<string, readonly unknown[] | undefined>> = cases.answers;
  const nodes: readonly AnyStateNode[] = snapshot._nodes;
  const descriptors = new Set(nodes.flatMap(({ transitions }) => [...transitions.keys()]));
  return [...descriptors].flatMap((type): readonly AnyEventObject[] => {
    const port = type.startsWith(DONE) ? type.slice(DONE.length) : null;
    if (port) return (answers[port] ?? []).map((output) => ({ type, output, actorId: port }));
    if (type.startsWith(BROKEN)) return [{ type, error: 'broken', actorId: type.slice(BROKEN.length) }];
    if (type.startsWith(DELAYED)) return [{ type }];
    return cases.events.filter((event: AnyEventObject) => event.type === type);
  });
}

type Model = TestModel<AnyMachineSnapshot, AnyEventObject, unknown>;
type PathsOf = Parameters<Model['getPaths']>[0];
type Vertex = AdjacencyValue<AnyMachineSnapshot, AnyEventObject>;
type ModelPath = ReturnType<PathsOf>[number];

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

/** Whether what the machine itself invokes has ended already: it does so once. */
function hasEnded(
  machine: AnyStateMachine,
  steps: readonly { event: AnyEventObject }[],
  type: string,
): boolean {
  const port = machine.root.invoke.map(({ id }) => id).find((id) => [DONE + id, BROKEN + id].includes(type));
  return port !== undefined && steps.some(({ event }) => [DONE + port, BROKEN + port].includes(event.type));
}

/** What other paths of the same machine have taken, and the states from which they have tried everything. */
export type Walked = { readonly edges: Set<string>; readonly states: Set<string> };

/**
 * Paths that take every transition: on the shortest way to its state, and from there one step by each
 * event. Shortest paths alone skip what leads back. Of the steps from one state value to another by the
 * same event, one is walked; what is in `walked` already is left out.
 */
const transitionPaths =
  (machine: AnyStateMachine, serialize: (snapshot: AnyMachineSnapshot) => string, walked: Walked): PathsOf =>
  (logic, options) => {
    const vertices: ReadonlyMap<string, Vertex> = new Map(Object.entries(getAdjacencyMap(logic, options)));
    for (const key of vertices.keys()) walked.states.add(key);
    return shortestPaths(vertices, serialize).flatMap((path) => {
      const steps = Object.values(vertices.get(serialize(path.state))?.transitions ?? {});
      const fresh = steps.filter(({ event, state }) => {
        if (hasEnded(machine, path.steps, event.type)) return false;
        const edge = JSON.stringify([path.state.value, event, state.value]);
        return !walked.edges.has(edge) && walked.edges.add(edge);
      });
      const longer = fresh.map((step) => ({
        state: step.state,
        steps: [...path.steps, step],
        weight: path.weight + 1,
      }));
      return path.steps.length === 1 ? [path, ...longer] : longer;
    });
  };

/** The model of a machine, and its paths. */
export function modelOf<Machine extends AnyStateMachine>(
  machine: Machine,
  input: unknown,
  cases: Cases<Machine>,
  project: Projection<Machine>,
  filterEvents: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean = () => true,
  walked: Walked = { edges: new Set(), states: new Set() },
) {
  const serialize = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, project(snapshot as SnapshotFrom<Machine>)]);
  const explored = new Set(walked.states);
  const model: Model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(machine, {
    input,
    events: (snapshot) => nextEvents(cases, snapshot),
    filterEvents: (snapshot, event) => !explored.has(serialize(snapshot)) && filterEvents(snapshot, event),
    serializeState: serialize,
  });
  return model.getPaths(transitionPaths(machine, serialize, walked));
}
