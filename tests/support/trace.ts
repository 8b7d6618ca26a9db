import type { InspectionEvent, Snapshot } from 'xstate';
import { transitionId } from '#atlas/model/transition-id.ts';
import { isOfMachine, nodesIn } from '#src/inspector/snapshot.ts';

/** A state in which a running machine was, or a transition that it took. */
export type Trace = { readonly machine: string; readonly kind: 'state' | 'transition'; readonly id: string };

const statesIn = (snapshot: Snapshot<unknown>): readonly Trace[] =>
  isOfMachine(snapshot)
    ? nodesIn(snapshot).map(({ id, machine }) => ({ machine: machine.id, kind: 'state', id }))
    : [];

/** The states and transitions that an event of XState's inspection reports. */
export function tracesOf(event: InspectionEvent): readonly Trace[] {
  if (event.type === '@xstate.snapshot') return statesIn(event.snapshot);
  if (event.type !== '@xstate.microstep') return [];
  // A state that is left as soon as it is entered is in no snapshot: its transition reports it.
  const transitionTraces = event._transitions.flatMap((transition): Trace[] => {
    const { source } = transition;
    const machine = source.machine.id;
    return [
      { machine, kind: 'transition', id: transitionId(transition) },
      { machine, kind: 'state', id: source.id },
    ];
  });
  return [...transitionTraces, ...statesIn(event.snapshot)];
}
