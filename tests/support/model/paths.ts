import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { type AdjacencyValue, getAdjacencyMap, TestModel } from 'xstate/graph';
import { BROKEN, type Cases, DONE, nextEvents } from '#cases/cases.ts';

/** What a step changes and a comparison looks at; the default is the context. */
export type Projection<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => unknown;

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
