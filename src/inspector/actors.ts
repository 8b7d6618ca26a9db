import type { AnyActorRef, AnyMachineSnapshot, Snapshot } from 'xstate';
import { isOfMachine, nodesIn } from './snapshot.ts';

/** A running actor in the tree below the portal. */
export type LiveActor = {
  readonly ref: AnyActorRef;
  /** The path of ids from the portal, such as `portal/second/otp`. */
  readonly path: string;
  readonly depth: number;
  /** The id of its machine; null for a port. */
  readonly machine: string | null;
};

const snapshotOf = (ref: AnyActorRef): Snapshot<unknown> => ref.getSnapshot();

/** The snapshot of an actor that runs a machine, else null. */
export function machineSnapshotOf(ref: AnyActorRef): AnyMachineSnapshot | null {
  const snapshot = snapshotOf(ref);
  return isOfMachine(snapshot) ? snapshot : null;
}

/** An actor and its running descendants, each before its children. */
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

const orderOf = ({ ref }: LiveActor): number => Number(ref.sessionId.replace(/\D/g, ''));

/** The flow that started last, usually the one on the screen. */
export const newestFlow = (actors: readonly LiveActor[]): LiveActor | undefined =>
  actors.filter(({ machine }) => machine !== null).sort((a, b) => orderOf(b) - orderOf(a))[0];

/** The ids of an actor's current states, as in the charts. */
export const statesOf = (ref: AnyActorRef): readonly string[] => {
  const snapshot = machineSnapshotOf(ref);
  return snapshot ? nodesIn(snapshot).map(({ id }) => id) : [];
};

/** An actor's innermost current states, without the name of its machine. */
export function innermostStatesOf(ref: AnyActorRef): string {
  const snapshot = machineSnapshotOf(ref);
  if (!snapshot) return snapshotOf(ref).status;
  return nodesIn(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'))
    .join(' + ');
}

/** An event that an actor's state accepts; `perhaps` when it depends on the event's values. */
export type AcceptedEvent = { readonly type: string; readonly can: 'yes' | 'no' | 'perhaps' };

function accepts(snapshot: AnyMachineSnapshot, type: string): AcceptedEvent['can'] {
  try {
    return snapshot.can({ type }) ? 'yes' : 'no';
  } catch {
    // A guard needs values of the event.
    return 'perhaps';
  }
}

/** The events that an actor's states accept, without XState's own. */
export function acceptedEvents(ref: AnyActorRef): readonly AcceptedEvent[] {
  const snapshot = machineSnapshotOf(ref);
  if (!snapshot) return [];
  const types: readonly string[] = nodesIn(snapshot).flatMap(({ ownEvents }) => ownEvents);
  return [...new Set(types)]
    .filter((type) => type !== '' && !type.startsWith('xstate.') && !type.endsWith('*'))
    .sort()
    .map((type) => ({ type, can: accepts(snapshot, type) }));
}

/** A delayed transition that has not fired. */
export type LiveTimer = {
  readonly id: string;
  /** The name of the delay. */
  readonly name: string;
  /** The state that it belongs to; empty for a delayed event. */
  readonly state: string;
  /** Epoch milliseconds at which it fires. */
  readonly dueAt: number;
};

const AFTER = /^xstate\.after\.([^.]+)\.(.+)$/;

/** The timers of all actors, the next first. */
export function timersOf(ref: AnyActorRef): readonly LiveTimer[] {
  return Object.entries(ref.system.getSnapshot()._scheduledEvents)
    .map(([id, { event, startedAt, delay }]) => {
      const [, name = event.type, state = ''] = AFTER.exec(event.type) ?? [];
      return { id, name, state, dueAt: startedAt + delay };
    })
    .sort((a, b) => a.dueAt - b.dueAt);
}
