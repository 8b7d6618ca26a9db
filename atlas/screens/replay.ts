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

/** A port that never answers. The answers of ports are events of the path instead. */
const silentPort = fromCallback(() => undefined);

/** The machine with ports that do nothing, in the place of all its ports and of the ports of all its flows. */
export function withSilentPorts(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? withSilentPorts(logic) : silentPort,
  ]);
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** The receiver `to` of a first event that is not sent to a machine, but changes the input of the root machine. */
const ROOT_INPUT = 'input';

/** The first event of a path whose root machine starts with the given values in its input. */
export const inputEvent = (values: Readonly<Record<string, unknown>>): PathEvent => ({
  to: ROOT_INPUT,
  event: { ...values, type: 'input.changed' },
});

/** The input of the root machine, with the values of the first event of the path if this event changes the input. */
function inputOf(input: unknown, [first]: readonly PathEvent[]): unknown {
  if (first?.to !== ROOT_INPUT) return input;
  const { type: _, ...values } = first.event;
  return Object.assign({}, input, values);
}

/** Starts the root machine with a simulated clock. The first event of the path may change the input. */
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

/** The running flow with the given path: `second/push` is the flow `push` inside the flow `second`. */
export const flowAt = (root: RootActor, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], root);

/** Error for an event of a path whose receiver is a flow that is not running. */
export class FlowNotRunningError extends Error {}

/**
 * Sends an event of a path to its receiver.
 * @throws FlowNotRunningError when the receiver is not running
 */
export function sendPathEvent(root: RootActor, { to, event }: PathEvent): void {
  if (to === ROOT_INPUT) return;
  const target = to === root.getSnapshot().machine.id ? root : flowAt(root, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

/** A running machine, with the path by which events of a path name it as their receiver. */
export type ActorAt = {
  readonly path: string;
  readonly ref: AnyActorRef;
  readonly snapshot: AnyMachineSnapshot;
};

/** The root machine and all running flows. A flow is followed by the flows inside it. */
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

/** Ids of the active states of the root machine and of the running flows, except for flows in the background. */
export const activeStatesOf = (root: RootActor, background: readonly string[]): readonly string[] =>
  actorsIn(root)
    .filter(({ path }) => !path.split('/').some((flow) => background.includes(flow)))
    .flatMap(({ snapshot }) => (snapshot._nodes as readonly AnyStateNode[]).map(stateIdOf));
