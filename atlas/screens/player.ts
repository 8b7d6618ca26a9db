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
import type { Happening, Played } from './types.ts';

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

/** Target of the first happening of a path that does not begin as usual: it has other values of the input. */
const INPUT = 'input';

/** The root machine begins with other values of its input. */
export const beginsWith = (values: Readonly<Record<string, unknown>>): Happening => ({
  to: INPUT,
  event: { ...values, type: 'input.changed' },
});

function inputOf(usual: unknown, [first]: readonly Happening[]): unknown {
  if (first?.to !== INPUT) return usual;
  const { type: _, ...values } = first.event;
  return Object.assign({}, usual, values);
}

/** Starts the root machine on a simulated clock, as a path begins. */
export function begin(
  root: AnyStateMachine,
  input: unknown,
  path: readonly Happening[],
  inspect?: (event: InspectionEvent) => void,
): Played {
  const clock = new SimulatedClock();
  const actor = createActor(root, {
    input: inputOf(input, path),
    clock,
    ...(inspect ? { inspect } : {}),
  });
  return actor.start() as unknown as Played;
}

/** The flow of this name; a path of names leads to a child flow. */
export const flowAt = (root: Played, path: string): AnyActorRef | undefined =>
  path
    .split('/')
    .reduce((actor: AnyActorRef | undefined, name) => actor?.getSnapshot().children?.[name], root);

/** A path has an event for a flow that is not running. */
export class FlowNotRunningError extends Error {}

/** Sends an event to the root machine or a flow. @throws FlowNotRunningError when that flow is not running */
export function happen(root: Played, { to, event }: Happening): void {
  if (to === INPUT) return;
  const target = to === root.getSnapshot().machine.id ? root : flowAt(root, to);
  if (!target) throw new FlowNotRunningError(`The flow "${to}" is not running when ${event.type} arrives`);
  target.send(event);
}

const nodesOf = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** Ids of the active states of the root machine and its flows, without those in the background. */
export function placeOf(root: Played, background: readonly string[]): readonly string[] {
  return placesIn(root.getSnapshot(), background);
}

function placesIn(snapshot: AnyMachineSnapshot, background: readonly string[]): readonly string[] {
  const flows = Object.entries(snapshot.children)
    .filter(([name]) => !background.includes(name))
    .map(([, ref]) => (ref as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined)
    .filter((inner) => inner !== undefined && '_nodes' in inner);
  return [
    ...nodesOf(snapshot).map(stateIdOf),
    ...flows.flatMap((inner) => placesIn(inner as AnyMachineSnapshot, background)),
  ];
}
