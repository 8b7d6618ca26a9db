import { assign, createMachine, stateIn } from 'xstate';

/** The parallel microwave oven of SCXML 1.0 (W3C Recommendation, G.3), as XState writes it. */
export const microwave = createMachine({
  id: 'microwave',
  type: 'parallel',
  context: { timer: 0 },
  states: {
    engine: {
      initial: 'off',
      states: {
        off: { on: { turnOn: 'on' } },
        on: {
          initial: 'idle',
          on: { turnOff: 'off' },
          always: { guard: ({ context }) => context.timer >= 5, target: 'off' },
          states: {
            idle: { always: { guard: stateIn({ door: 'closed' }), target: 'cooking' } },
            cooking: {
              on: { time: { actions: assign({ timer: ({ context }) => context.timer + 1 }) } },
              always: { guard: stateIn({ door: 'open' }), target: 'idle' },
            },
          },
        },
      },
    },
    door: {
      initial: 'closed',
      states: {
        closed: { on: { 'door.open': 'open' } },
        open: { on: { 'door.close': 'closed' } },
      },
    },
  },
});
