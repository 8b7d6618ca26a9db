import type { InspectionEvent } from 'xstate';
import { formatTransitionId } from '#atlas/model/transition-id.ts';
import type { Trace } from '#tests/support/trace.ts';

/** A step of a running machine as plain data: an entered state, or a taken transition. */
export type Step =
  | { readonly kind: 'state'; readonly machine: string; readonly id: string }
  | {
      readonly kind: 'transition';
      readonly machine: string;
      /** Id of the state that has the transition. */
      readonly source: string;
      readonly eventType: string;
      /** Index among the transitions of this state and event. */
      readonly index: number;
    };

/**
 * Lets the machines of a page report each of their steps once to a function of the page, without a change to the portal.
 * Steps are reported after each task of the page, and when the page closes. `createActor` reads its option
 * `inspect` from an object with own properties `input` and `clock`, and finds this function on the prototype. This
 * function runs on the page, so it cannot use anything else of this module.
 * @param listenerName the name of the page's function
 */
export function reportSteps(listenerName: string): void {
  const reportedKeys = new Set<string>();
  let unsentSteps: Step[] = [];
  const flush = (): void => {
    if (unsentSteps.length > 0) Reflect.get(globalThis, listenerName)?.(unsentSteps);
    unsentSteps = [];
  };
  // No timer: tests set the clock of a page.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = flush;
  addEventListener('pagehide', flush);
  const report = (step: Step): void => {
    const key = JSON.stringify(step);
    if (reportedKeys.has(key)) return;
    reportedKeys.add(key);
    if (unsentSteps.push(step) === 1) port2.postMessage(null);
  };
  const inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.snapshot' && event.type !== '@xstate.microstep') return;
    if (event.type === '@xstate.microstep') {
      for (const transition of event._transitions) {
        const { eventType, source } = transition;
        const candidates = eventType === '' ? source.always : source.transitions.get(eventType);
        const index = candidates?.indexOf(transition) ?? -1;
        const machine = source.machine.id;
        report({ kind: 'transition', machine, source: source.id, eventType, index });
        // A state that is left as soon as it is entered is in no snapshot.
        report({ kind: 'state', machine, id: source.id });
      }
    }
    if (!('_nodes' in event.snapshot)) return;
    const nodes = event.snapshot._nodes as readonly { id: string; machine: { id: string } }[];
    for (const { id, machine } of nodes) report({ kind: 'state', machine: machine.id, id });
  };
  Object.defineProperty(Object.prototype, 'inspect', {
    configurable: true,
    get() {
      return Object.hasOwn(this, 'input') && Object.hasOwn(this, 'clock') ? inspect : undefined;
    },
    set(value: unknown) {
      Object.defineProperty(this, 'inspect', { value, configurable: true, enumerable: true, writable: true });
    },
  });
}

/** The trace of a step; a transition has the same ID as on the charts. */
export function traceOf(step: Step): Trace {
  if (step.kind === 'state') return step;
  const { machine, source, eventType, index } = step;
  return {
    machine,
    kind: 'transition',
    id: formatTransitionId(source, { eventType, source: { id: source } }, index),
  };
}
