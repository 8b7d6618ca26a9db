import { setup } from 'xstate';
import { source } from '#machines/shared/port.ts';

export type OfflineInput = { readonly isOnline: boolean };

export type OfflineEvent = { readonly type: 'network.lost' } | { readonly type: 'network.restored' };

/** How long the good news stays, in milliseconds. */
export const RESTORED_NEWS = 4000;

/** Whether the device has a network: a state beside every screen, so that no loss looks like a wrong password. */
export const offlineMachine = setup({
  types: {
    context: {} as OfflineInput,
    events: {} as OfflineEvent,
    input: {} as OfflineInput,
  },
  actors: {
    watchNetwork: source<OfflineEvent>('offline.watchNetwork'),
  },
  guards: { isOnline: ({ context }) => context.isOnline },
  delays: { restoredNews: RESTORED_NEWS },
}).createMachine({
  id: 'offline',
  context: ({ input }) => input,
  invoke: { id: 'watchNetwork', src: 'watchNetwork', onError: '.online' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Takes over what the device says at the start.',
      always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }],
    },
    online: {
      description: 'The network is there, or the device does not tell.',
      on: { 'network.lost': 'offline' },
    },
    offline: {
      description: 'No network: nothing is sent, and what was typed stays.',
      on: { 'network.restored': 'restored' },
    },
    restored: {
      description: 'The network is back, and a short line says so.',
      after: { restoredNews: 'online' },
      on: { 'network.lost': 'offline' },
    },
  },
});

export type OfflineMachine = typeof offlineMachine;
