import type { Args } from './phone.setup.ts';
import type { Notifications } from './phone.types.ts';

type Done = { readonly event: { readonly output: Notifications } };

const heard = {
  target: 'settled',
  actions: { type: 'setNotifications', params: ({ event }: Done) => event.output },
} as const;

const input = ({ context }: Args) => ({ accounts: context.accounts });

/** Whether the phone is notified when something waits. Without notifications the open app asks by itself. */
export const notifications = {
  description: 'Whether the phone is notified, and how that begins.',
  initial: 'checking',
  states: {
    checking: {
      description: 'Tells the portal where this phone takes notifications now.',
      invoke: {
        id: 'checkNotifications',
        src: 'checkNotifications',
        input,
        onDone: heard,
        onError: 'settled',
      },
    },
    settled: {
      description: 'It is known whether the phone is notified.',
      on: { 'notifications.enable': { guard: 'canBeNotified', target: 'enabling' } },
    },
    enabling: {
      description: 'The browser asks the person whether it may notify.',
      tags: 'busy',
      invoke: {
        id: 'enableNotifications',
        src: 'enableNotifications',
        input,
        onDone: heard,
        onError: {
          target: 'settled',
          actions: { type: 'setNotifications', params: 'failed' },
        },
      },
    },
  },
} as const;
