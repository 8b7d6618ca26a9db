import { transitionId } from 'munjigi-atlas/transition-id';
import type { AnyEventObject, InspectionEvent, Snapshot } from 'xstate';
import { mask } from './mask.ts';
import { isOfMachine } from './snapshot.ts';

/** An inspected event; secrets are masked before it is recorded. */
export type InspectedEvent = {
  readonly id: number;
  /** Epoch milliseconds of the portal's clock. */
  readonly at: number;
  readonly machine: string;
  /** The session of the actor that received it. */
  readonly session: string;
  readonly type: string;
  /** The payload, masked. */
  readonly payload: unknown;
  /** The transitions that it caused; none if the state ignored it. */
  readonly transitions: readonly string[];
};

/** The last events of all machines. */
export type Feed = {
  /** An option for the actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** The oldest first; the same array until an event is added. */
  readonly events: () => readonly InspectedEvent[];
  /**
   * Notifies of changes of any actor; simultaneous changes cause one notification. Returns a function that
   * unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void;
};

const LIMIT = 100;

const payloadOf = (event: AnyEventObject): unknown => {
  const { type: _, ...payload } = mask({ ...event }) as Readonly<Record<string, unknown>>;
  return payload;
};

/** @param now epoch milliseconds of the portal's clock */
export function createFeed(now: () => number, limit = LIMIT): Feed {
  const listeners = new Set<() => void>();
  const ids = new WeakMap<object, number>();
  let inspected: readonly InspectedEvent[] = [];
  let lastId = 0;
  let isNotifying = false;

  const notifyListeners = () => {
    if (isNotifying) return;
    isNotifying = true;
    queueMicrotask(() => {
      isNotifying = false;
      for (const listener of listeners) listener();
    });
  };

  /** The start of an actor is reported twice, by two equal events. */
  const startEventOf = ({ type }: AnyEventObject, session: string): number | undefined =>
    type === 'xstate.init'
      ? inspected.find((entry) => entry.session === session && entry.type === type)?.id
      : undefined;

  const addEvent = (event: AnyEventObject, machine: string, session: string): number => {
    lastId += 1;
    ids.set(event, lastId);
    const entry = {
      at: now(),
      machine,
      session,
      type: event.type,
      payload: payloadOf(event),
      transitions: [],
    };
    inspected = [...inspected, { ...entry, id: lastId }].slice(-limit);
    return lastId;
  };

  const inspect = (inspection: InspectionEvent) => {
    notifyListeners();
    if (inspection.type !== '@xstate.event' && inspection.type !== '@xstate.microstep') return;
    const { event, actorRef } = inspection;
    const snapshot: Snapshot<unknown> =
      inspection.type === '@xstate.microstep' ? inspection.snapshot : actorRef.getSnapshot();
    if (!isOfMachine(snapshot)) return;
    const knownId = ids.get(event) ?? startEventOf(event, actorRef.sessionId);
    // An event that a machine raises is not sent between actors: only its microstep is reported.
    const id = knownId ?? addEvent(event, snapshot.machine.id, actorRef.sessionId);
    if (inspection.type === '@xstate.event') return;
    const transitionIds = inspection._transitions.map(transitionId);
    inspected = inspected.map((entry) =>
      entry.id === id ? { ...entry, transitions: [...entry.transitions, ...transitionIds] } : entry,
    );
  };

  return {
    inspect,
    events: () => inspected,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
