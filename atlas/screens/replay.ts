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

/** The machine with all its ports, and those of its flows, replaced by ones without effect. */
export function withSilentPorts(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? withSilentPorts(logic) : silentPort,
  ]);
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** Receiver of the first event of a path that starts with another input. */
const INPUT = 'input';

/** The first event of a path whose root machine starts with other input values. */
export const inputEvent = (values: Readonly<Record<string, unknown>>): PathEvent => ({
  to: INPUT,
  event: { ...values, type: 'input.changed' },
});

function inputOf(input: unknown, [first]: readonly PathEvent[]): unknown {
  if (first?.to !== INPUT) return input;
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

/** The running flow of this name, such as `second/push` for the flow push inside the flow second. */
export const flowAt = (root: RootActor, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], root);

/** An event of a path is for a flow that is not running. */
export class FlowNotRunningError extends Error {}

/** Sends an event to its receiver. @throws FlowNotRunningError */
export function sendPathEvent(root: RootActor, { to, event }: PathEvent): void {
  if (to === INPUT) return;
  const target = to === root.getSnapshot().machine.id ? root : flowAt(root, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

function statesIn(snapshot: AnyMachineSnapshot, background: readonly string[]): readonly string[] {
  const flows = Object.entries(snapshot.children)
    .filter(([name]) => !background.includes(name))
    .map(([, ref]) => (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined)
    .filter((inner) => inner !== undefined && '_nodes' in inner);
  return [
    ...(snapshot._nodes as readonly AnyStateNode[]).map(stateIdOf),
    ...flows.flatMap((inner) => statesIn(inner as AnyMachineSnapshot, background)),
  ];
}

/** Ids of the active states of the root machine and its flows, without those of background flows. */
export const activeStatesOf = (root: RootActor, background: readonly string[]): readonly string[] =>
  statesIn(root.getSnapshot(), background);
