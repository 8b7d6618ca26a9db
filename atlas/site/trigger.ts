import type { ChartTransition } from '#atlas/model/types.ts';
import type { Happening } from '#atlas/screens/types.ts';
import { machineOf } from './model.ts';
import { speakerOf } from './speakers.ts';

const KINDS = [
  ['xstate.done.actor.', 'done'],
  ['xstate.error.actor.', 'error'],
] as const satisfies readonly (readonly [string, ChartTransition['kind']])[];

const DELAYED = 'xstate.after.';

/** What has happened, in words: an event, an answer, a failure, or a time that has passed. */
export function triggerOf({ to, event }: Happening, language: 'ko' | 'en'): string {
  const speaker = speakerOf(language);
  const machine = to.split('/').at(-1) ?? to;
  const { type } = event;
  if (type.startsWith(DELAYED)) {
    const transition = machineOf(machine)?.transitions.find(
      ({ kind, name, source }) => kind === 'delay' && type === `${DELAYED}${name}.${source}`,
    );
    return transition ? speaker.trigger(machine, transition) : type;
  }
  const [prefix, kind] = KINDS.find(([start]) => type.startsWith(start)) ?? ['', 'event'];
  return speaker.trigger(machine, { kind, name: type.slice(prefix.length), ms: null });
}
