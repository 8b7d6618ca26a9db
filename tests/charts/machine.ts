import { setup } from 'xstate';
import { readWords } from '#atlas/words/read.ts';
import { port } from '#machines/shared/port.ts';

/** The words of a project that has none. */
export const NO_WORDS = readWords({ root: '' });

/** A machine with everything that a chart shows. */
export const kettle = setup({
  types: { events: {} as { type: 'kettle.start' } | { type: 'kettle.stop' } | { type: 'lamp.press' } },
  actors: { heat: port<string>('heat') },
  guards: { isFull: () => true, isHot: (_, degrees: string) => degrees === '100' },
  actions: { beep: () => undefined, warn: (_, _word: string) => undefined },
  delays: { patience: 1000 },
}).createMachine({
  id: 'kettle',
  initial: 'choosing',
  on: { 'lamp.press': { actions: 'beep' } },
  states: {
    choosing: {
      description: 'Checks whether there is water; 물이 있는지 봐요.',
      always: [{ guard: 'isFull', target: 'working' }, { target: 'done' }],
    },
    working: {
      description: 'Heats.',
      tags: 'busy',
      meta: { path: '/heat', title: 'title.heat' },
      entry: 'beep',
      initial: 'heating',
      on: { 'kettle.stop': 'done' },
      states: {
        heating: {
          description: 'The water gets warm.',
          invoke: {
            id: 'heat',
            src: 'heat',
            onDone: [
              { guard: { type: 'isHot', params: ({ event }) => event.output }, target: 'hot' },
              { actions: 'beep' },
            ],
            onError: { target: '#kettle.done', actions: { type: 'warn', params: 'cold' } },
          },
        },
        hot: {
          description: 'Waits.',
          on: { 'kettle.start': { target: 'heating', guard: { type: 'isHot', params: '90' } } },
          after: { patience: '#kettle.done' },
        },
      },
    },
    done: { type: 'final' },
  },
});
