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
const silent = fromCallback(() => undefined);

/** A machine whose ports, and those of its flows, reach nothing. */
export function quiet(machine: AnyStateMachine): AnyStateMachine {
  const { actors } = machine.implementations;
  const silenced = Object.entries(actors).map(([name, logic]) => [
    name,
    isMachine(logic) ? quiet(logic) : silent,
  ]);
  return machine.provide({ actors: Object.fromEntries(silenced) });
}

/** Target of the first pathEvent of a path that does not begin as usual: it has other values of the input. */
const INPUT = 'input';

/** The root machine begins with other values of its input. */
export const beginsWith = (values: Readonly<Record<string, unknown>>): PathEvent => ({
  to: INPUT,
  event: { ...values, type: 'input.changed' },
});

function inputOf(usual: unknown, [first]: readonly PathEvent[]): unknown {
  if (first?.to !== INPUT) return usual;
  const { type: _, ...values } = first.event;
  return Object.assign({}, usual, values);
}

/** Starts the root machine on a simulated clock, as a path begins. */
export function begin(
  root: AnyStateMachine,
  input: unknown,
  path: readonly PathEvent[],
  inspect?: (event: InspectionEvent) => void,
): RootActor {
  const clock = new SimulatedClock();
  const actor = createActor(root, {
    input: inputOf(input, path),
    clock,
    ...(inspect ? { inspect } : {}),
  });
  return actor.start() as unknown as RootActor;
}

/** The flow of this name; a path of names leads to a child flow. */
export const flowAt = (root: RootActor, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], root);

/** A path has an event for a flow that is not running. */
export class FlowNotRunningError extends Error {}

/** Sends an event to the root machine or a flow. @throws FlowNotRunningError when that flow is not running */
export function sendPathEvent(root: RootActor, { to, event }: PathEvent): void {
  if (to === INPUT) return;
  const target = to === root.getSnapshot().machine.id ? root : flowAt(root, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** Ids of the active states of the root machine and its flows, without those in the background. */
export function activeStatesOf(root: RootActor, background: readonly string[]): readonly string[] {
  return statesIn(root.getSnapshot(), background);
}

function statesIn(snapshot: AnyMachineSnapshot, background: readonly string[]): readonly string[] {
  const flows = Object.entries(snapshot.children)
    .filter(([name]) => !background.includes(name))
    .map(([, ref]) => (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined)
    .filter((inner) => inner !== undefined && '_nodes' in inner);
  return [
    ...nodesOf(snapshot).map(stateIdOf),
    ...flows.flatMap((inner) => statesIn(inner as AnyMachineSnapshot, background)),
  ];
}
