import type { Args } from './phone.setup.ts';
import type { NotificationState } from './phone.types.ts';

type DoneArgs = { readonly event: { readonly output: NotificationState } };

const RESULT_TRANSITION = {
  target: 'settled',
  actions: { type: 'setNotifications', params: ({ event }: DoneArgs) => event.output },
} as const;

/** Input of the ports for notifications. */
const accountsInput = ({ context }: Args) => ({ accounts: context.accounts });

/** The states in which notifications are turned on. In any case, the app polls for requests while it is open. */
export const notifications = {
  description: 'Whether the phone gets notifications, and how to turn them on.',
  initial: 'checking',
  states: {
    checking: {
      description: 'Sends the current push subscription to the portal.',
      invoke: {
        id: 'checkNotifications',
        src: 'checkNotifications',
        input: accountsInput,
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
        input: accountsInput,
        onDone: RESULT_TRANSITION,
        onError: {
          target: 'settled',
          actions: { type: 'setNotifications', params: 'failed' },
        },
      },
    },
  },
} as const;
