import type { Args } from './phone.setup.ts';
import type { Notifications } from './phone.types.ts';

type DoneArgs = { readonly event: { readonly output: Notifications } };

const RESULT_TRANSITION = {
  target: 'settled',
  actions: { type: 'setNotifications', params: ({ event }: DoneArgs) => event.output },
} as const;

const input = ({ context }: Args) => ({ accounts: context.accounts });

/** Turns notifications on. Without them, the open app polls for requests. */
export const notifications = {
  description: 'Whether the phone gets notifications, and how to turn them on.',
  initial: 'checking',
  states: {
    checking: {
      description: 'Sends the current push subscription to the portal.',
      invoke: {
        id: 'checkNotifications',
        src: 'checkNotifications',
        input,
        onDone: RESULT_TRANSITION,
        onError: 'settled',
      },
    },
    settled: {
      description: 'It is known whether the phone gets notifications.',
      on: { 'notifications.enable': { guard: 'canBeNotified', target: 'enabling' } },
    },
    enabling: {
      description: 'The browser asks the person for permission.',
      tags: 'busy',
      invoke: {
        id: 'enableNotifications',
        src: 'enableNotifications',
        input,
        onDone: RESULT_TRANSITION,
        onError: {
          target: 'settled',
          actions: { type: 'setNotifications', params: 'failed' },
        },
      },
    },
  },
} as const;
