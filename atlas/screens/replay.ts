import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  fromCallback,
  type InspectionEvent,
  SimulatedClock,
  StateMachine,
} from 'xstate';
import { stateIdOf } from '#atlas/model/transition-id.ts';
import type { PathEvent, RootActor } from './types.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** A port that never answers: its answers are events of the path. */
const silentPort = fromCallback(() => undefined);

/** The machine in which all ports, also those of its flows, are replaced by ports without effect. */
export function withSilentPorts(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? withSilentPorts(logic) : silentPort,
  ]);
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** The `to` of a first event that is not sent: it changes the input with which the root machine starts. */
const ROOT_INPUT = 'input';

/** The first event of a path whose root machine starts with other input values. */
export const inputEvent = (values: Readonly<Record<string, unknown>>): PathEvent => ({
  to: ROOT_INPUT,
  event: { ...values, type: 'input.changed' },
});

function inputOf(input: unknown, [first]: readonly PathEvent[]): unknown {
  if (first?.to !== ROOT_INPUT) return input;
  const { type: _, ...values } = first.event;
  return Object.assign({}, input, values);
}

/** Starts the root machine on a simulated clock, with the input of the path. */
export function startRoot(
  root: AnyStateMachine,
  input: unknown,
  path: readonly PathEvent[],
  inspect?: (event: InspectionEvent) => void,
): RootActor {
  const clock = new SimulatedClock();
  const actor = createActor(root, { input: inputOf(input, path), clock, ...(inspect ? { inspect } : {}) });
  return actor.start() as unknown as RootActor;
}

/** The running flow at a path: `second/push` is the flow push inside the flow second. */
export const flowAt = (root: RootActor, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], root);

/** An event of a path is for a flow that is not running. */
export class FlowNotRunningError extends Error {}

/** Sends an event to its receiver. @throws FlowNotRunningError */
export function sendPathEvent(root: RootActor, { to, event }: PathEvent): void {
  if (to === ROOT_INPUT) return;
  const target = to === root.getSnapshot().machine.id ? root : flowAt(root, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

/** A running machine with its name as receiver of path events. */
export type ActorAt = {
  readonly path: string;
  readonly ref: AnyActorRef;
  readonly snapshot: AnyMachineSnapshot;
};

/** The root machine and the running flows, each before the flows inside it. */
export function actorsIn(root: RootActor): readonly ActorAt[] {
  const rootName = root.getSnapshot().machine.id;
  const actorsInside = (ref: AnyActorRef, path: string): readonly ActorAt[] => {
    const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
    if (!snapshot || !('_nodes' in snapshot)) return [];
    const children = Object.entries(snapshot.children).flatMap(([flow, child]) =>
      child ? actorsInside(child as AnyActorRef, path === rootName ? flow : `${path}/${flow}`) : [],
    );
    return [{ path, ref, snapshot }, ...children];
  };
  return actorsInside(root, rootName);
}

/** Ids of the active states of the root machine and its flows, without those of background flows. */
export const activeStatesOf = (root: RootActor, background: readonly string[]): readonly string[] =>
  actorsIn(root)
    .filter(({ path }) => !path.split('/').some((flow) => background.includes(flow)))
    .flatMap(({ snapshot }) => (snapshot._nodes as readonly AnyStateNode[]).map(stateIdOf));
