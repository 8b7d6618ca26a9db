import { setup } from 'xstate';
import { source } from '#machines/shared/port.ts';

export type NetworkInput = { readonly isOnline: boolean };

export type NetworkEvent = { readonly type: 'network.lost' } | { readonly type: 'network.restored' };

/** Time for which the message about the restored connection is shown, in milliseconds. */
export const RESTORED_MESSAGE_MS = 4000;

/**
 * Network state of the device, tracked on every screen, so that a lost connection does not look like a wrong
 * password.
 */
export const networkMachine = setup({
  types: {
    context: {} as NetworkInput,
    events: {} as NetworkEvent,
    input: {} as NetworkInput,
  },
  actors: {
    watchNetwork: source<NetworkEvent>('network.watchNetwork'),
  },
  guards: { isOnline: ({ context }) => context.isOnline },
  delays: { restoredMessage: RESTORED_MESSAGE_MS },
}).createMachine({
  id: 'network',
  context: ({ input }) => input,
  invoke: { id: 'watchNetwork', src: 'watchNetwork', onError: '.online' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Reads the network state of the device.',
      always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }],
    },
    online: {
      description: 'Online, or the device does not report it.',
      on: { 'network.lost': 'offline' },
    },
    offline: {
      description: 'Offline: nothing is sent, and typed input stays.',
      on: { 'network.restored': 'restored' },
    },
    restored: {
      description: 'The network is available again, and a short message says so.',
      after: { restoredMessage: 'online' },
      on: { 'network.lost': 'offline' },
    },
  },
});

export type NetworkMachine = typeof networkMachine;
