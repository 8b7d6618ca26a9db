import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { type Trace, tracesOf } from '#tests/support/trace.ts';
import { nodesOf } from './snapshots.ts';
import { recordOf, transitionLine, transitionsOf } from './transitions.ts';

/** Records the transitions that running machines take. */
export type Recorder = {
  /** A value for the `inspect` option of an actor. It observes the actor and all actors that the actor starts. */
  readonly inspect: (event: InspectionEvent) => void;
  /** The transitions of a machine that have not been taken, as one line each. */
  readonly missingTransitions: (machine: AnyStateMachine) => readonly string[];
  /** The IDs of the states that an actor has entered since the last call. The first call returns the active states. */
  readonly enteredStates: (actor: object, snapshot: AnyMachineSnapshot) => readonly string[];
};

const ancestors = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent ? [node.parent, ...ancestors(node.parent)] : [];

/** The innermost state that stays active during a transition: its domain (SCXML, 3.13). */
function domainOf({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode | undefined {
  const isInside = (node: AnyStateNode) => node === source || ancestors(node).includes(source);
  if (!reenter && target.every(isInside)) return source;
  return ancestors(source).find((ancestor) => target.every((node) => ancestors(node).includes(ancestor)));
}

/** The IDs of the states that a transition has entered. */
function statesEnteredBy(
  transition: AnyTransitionDefinition,
  snapshot: AnyMachineSnapshot,
): readonly string[] {
  if (!transition.target) return [];
  const domain = domainOf(transition);
  const entered = nodesOf(snapshot).filter((node) => domain && ancestors(node).includes(domain));
  return entered.map(({ id }) => id);
}

/** @param write receives each trace of the machines when it occurs */
export function createRecorder(write: (trace: Trace) => void = () => undefined): Recorder {
  const takenTransitions = new Set<string>();
  const entered = new WeakMap<object, string[]>();

  function inspect(event: InspectionEvent): void {
    for (const trace of tracesOf(event)) write(trace);
    if (event.type !== '@xstate.microstep') return;
    for (const transition of event._transitions) {
      takenTransitions.add(transitionLine(recordOf(transition)));
      entered.get(event.actorRef)?.push(...statesEnteredBy(transition, event.snapshot as AnyMachineSnapshot));
    }
  }

  function enteredStates(actor: object, snapshot: AnyMachineSnapshot): readonly string[] {
    const enteredSince = entered.get(actor) ?? nodesOf(snapshot).map(({ id }) => id);
    entered.set(actor, []);
    return enteredSince;
  }

  const missingTransitions = (machine: AnyStateMachine) =>
    transitionsOf(machine)
      .map(transitionLine)
      .filter((line) => !takenTransitions.has(line));

  return { inspect, missingTransitions, enteredStates };
}
