import type { AnyActorRef, AnyMachineSnapshot, Snapshot } from 'xstate';
import { isOfMachine, nodesIn } from './snapshot.ts';

/** A running actor in the tree below the portal. */
export type LiveActor = {
  readonly ref: AnyActorRef;
  /** The ids from the portal down to the actor, such as `portal/second-factor/push`. */
  readonly path: string;
  /** The number of ancestors. */
  readonly depth: number;
  /** The id of the machine that the actor runs; null for a port. */
  readonly machine: string | null;
};

const snapshotOf = (ref: AnyActorRef): Snapshot<unknown> => ref.getSnapshot();

/** The snapshot of an actor that runs a machine; null for any other actor. */
export function machineSnapshotOf(ref: AnyActorRef): AnyMachineSnapshot | null {
  const snapshot = snapshotOf(ref);
  return isOfMachine(snapshot) ? snapshot : null;
}

/** An actor and its running descendants. Each actor is followed by its children. */
export function actorsIn(ref: AnyActorRef, path = 'portal', depth = 0): readonly LiveActor[] {
  const snapshot = machineSnapshotOf(ref);
  const machine = snapshot?.machine.id ?? null;
  const children: readonly [string, AnyActorRef | undefined][] = Object.entries(snapshot?.children ?? {});
  return [
    { ref, path, depth, machine },
    ...children.flatMap(([id, child]) =>
      child && snapshotOf(child).status === 'active' ? actorsIn(child, `${path}/${id}`, depth + 1) : [],
    ),
  ];
}

/** The number in the session id of an actor, which increases with every actor that starts. */
const startNumberOf = ({ ref }: LiveActor): number => Number(ref.sessionId.replace(/\D/g, ''));

/** The flow that started last, which is usually the flow on the screen. */
export const newestFlow = (actors: readonly LiveActor[]): LiveActor | undefined =>
  actors.filter(({ machine }) => machine !== null).sort((a, b) => startNumberOf(b) - startNumberOf(a))[0];

/** The ids of the current states of an actor, as the charts contain them. */
export const statesOf = (ref: AnyActorRef): readonly string[] => {
  const snapshot = machineSnapshotOf(ref);
  return snapshot ? nodesIn(snapshot).map(({ id }) => id) : [];
};

/** The innermost current states of an actor as a text, without the name of the machine. */
export function innermostStatesOf(ref: AnyActorRef): string {
  const snapshot = machineSnapshotOf(ref);
  if (!snapshot) return snapshotOf(ref).status;
  return nodesIn(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'))
    .join(' + ');
}

/**
 * An event for which the current states of an actor have a transition. `can`: whether the actor would make the
 * transition; `perhaps` if that depends on the values of the event.
 */
export type AcceptedEvent = { readonly type: string; readonly can: 'yes' | 'no' | 'perhaps' };

function canReceive(snapshot: AnyMachineSnapshot, type: string): AcceptedEvent['can'] {
  try {
    return snapshot.can({ type }) ? 'yes' : 'no';
  } catch {
    // A guard needs values of the event.
    return 'perhaps';
  }
}

/** The events for which the current states of an actor have a transition, without the internal events of XState. */
export function acceptedEvents(ref: AnyActorRef): readonly AcceptedEvent[] {
  const snapshot = machineSnapshotOf(ref);
  if (!snapshot) return [];
  const types: readonly string[] = nodesIn(snapshot).flatMap(({ ownEvents }) => ownEvents);
  return [...new Set(types)]
    .filter((type) => type !== '' && !type.startsWith('xstate.') && !type.endsWith('*'))
    .sort()
    .map((type) => ({ type, can: canReceive(snapshot, type) }));
}

/** A delayed transition that has not fired. */
export type LiveTimer = {
  readonly id: string;
  /** The name of the delay. */
  readonly name: string;
  /** The state in which the timer was set; empty for a delayed event. */
  readonly state: string;
  /** The time at which the timer fires, in epoch milliseconds. */
  readonly dueAt: number;
};

/** The type of the event with which XState ends a delay: the name of the delay, and the state. */
const DELAY_EVENT = /^xstate\.after\.([^.]+)\.(.+)$/;

/** The timers of all actors, sorted by the time at which they fire. */
export function timersOf(ref: AnyActorRef): readonly LiveTimer[] {
  return Object.entries(ref.system.getSnapshot()._scheduledEvents)
    .map(([id, { event, startedAt, delay }]) => {
      const [, name = event.type, state = ''] = DELAY_EVENT.exec(event.type) ?? [];
      return { id, name, state, dueAt: startedAt + delay };
    })
    .sort((a, b) => a.dueAt - b.dueAt);
}
