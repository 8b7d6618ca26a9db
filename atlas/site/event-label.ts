import type { ChartTransition } from '#atlas/model/types.ts';
import type { PathEvent } from '#atlas/screens/types.ts';
import { labelsIn } from './labels.ts';
import { machineOf } from './model.ts';

const KINDS = [
  ['xstate.done.actor.', 'done'],
  ['xstate.error.actor.', 'error'],
] as const satisfies readonly (readonly [string, ChartTransition['kind']])[];

const DELAYED = 'xstate.after.';

/** Label of an event, an answer, a failure or a timer. */
export function eventLabel({ to, event }: PathEvent, language: 'ko' | 'en'): string {
  const labels = labelsIn(language);
  const machine = to.split('/').at(-1) ?? to;
  const { type } = event;
  if (type.startsWith(DELAYED)) {
    const transition = machineOf(machine)?.transitions.find(
      ({ kind, name, source }) => kind === 'delay' && type === `${DELAYED}${name}.${source}`,
    );
    return transition ? labels.trigger(machine, transition) : type;
  }
  const [prefix, kind] = KINDS.find(([start]) => type.startsWith(start)) ?? ['', 'event'];
  return labels.trigger(machine, { kind, name: type.slice(prefix.length), ms: null });
}
