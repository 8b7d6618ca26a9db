import type { AnswerRecord } from './phone.types.ts';
import { behindLock, unlocking } from './unlocking.ts';

type Read = { readonly event: { readonly output: readonly AnswerRecord[] } };

/** What is set on this phone, and what was answered on it. */
export const settings = {
  description: 'Shows the lock, what a new phone means, and what was answered on this phone.',
  initial: 'reading',
  states: {
    reading: {
      description: 'Reads what was answered.',
      tags: 'busy',
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        onDone: {
          target: 'shown',
          actions: { type: 'setRecords', params: ({ event }: Read) => event.output },
        },
        onError: 'shown',
      },
    },
    shown: {
      description: 'Waits for what the person wants to change.',
      on: { 'lock.change': behindLock('#phone.locking'), 'settings.leave': '#phone.home' },
    },
    unlocking: unlocking('#phone.locking', '#phone.settings.shown'),
  },
} as const;
