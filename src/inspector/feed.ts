import { transitionId } from 'munjigi-atlas/transition-id';
import type { AnyEventObject, InspectionEvent, Snapshot } from 'xstate';
import { mask } from './mask.ts';
import { isOfMachine } from './snapshot.ts';

/** An event as the inspector records it. Secrets are masked before. */
export type InspectedEvent = {
  readonly id: number;
  /** The time of the portal's clock in epoch milliseconds. */
  readonly at: number;
  /** The id of the machine that has received the event. */
  readonly machine: string;
  /** The session id of the actor that has received the event. */
  readonly sessionId: string;
  readonly type: string;
  /** The values of the event, masked. */
  readonly payload: unknown;
  /** The ids of the transitions that the event has caused. Empty if the current states have ignored the event. */
  readonly transitions: readonly string[];
};

/** Records the last events of all machines. */
export type Feed = {
  /** The option `inspect` with which the actor of the portal must be created. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Returns the recorded events, the oldest first. Returns the same array until an event is recorded. */
  readonly events: () => readonly InspectedEvent[];
  /**
   * Adds a listener that is called after a change of any actor, once for simultaneous changes. Returns a function that
   * removes the listener.
   */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The number of events that are recorded by default. */
const MAX_EVENTS = 100;

const payloadOf = (event: AnyEventObject): unknown => {
  const { type: _, ...payload } = mask({ ...event }) as Readonly<Record<string, unknown>>;
  return payload;
};

/**
 * Creates a feed without events.
 * @param now returns the time of the portal's clock in epoch milliseconds
 */
export function createFeed(now: () => number, maxEvents = MAX_EVENTS): Feed {
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

  /** The id of the recorded start of an actor. XState reports the start twice, with two equal events. */
  const startEventIdOf = ({ type }: AnyEventObject, sessionId: string): number | undefined =>
    type === 'xstate.init'
      ? inspected.find((entry) => entry.sessionId === sessionId && entry.type === type)?.id
      : undefined;

  const addEvent = (event: AnyEventObject, machine: string, sessionId: string): number => {
    lastId += 1;
    ids.set(event, lastId);
    const entry = {
      at: now(),
      machine,
      sessionId,
      type: event.type,
      payload: payloadOf(event),
      transitions: [],
    };
    inspected = [...inspected, { ...entry, id: lastId }].slice(-maxEvents);
    return lastId;
  };

  const inspect = (inspection: InspectionEvent) => {
    notifyListeners();
    if (inspection.type !== '@xstate.event' && inspection.type !== '@xstate.microstep') return;
    const { event, actorRef } = inspection;
    const snapshot: Snapshot<unknown> =
      inspection.type === '@xstate.microstep' ? inspection.snapshot : actorRef.getSnapshot();
    if (!isOfMachine(snapshot)) return;
    const recordedId = ids.get(event) ?? startEventIdOf(event, actorRef.sessionId);
    // XState does not report an event that a machine raises for itself, only the microstep of such an event.
    const id = recordedId ?? addEvent(event, snapshot.machine.id, actorRef.sessionId);
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
