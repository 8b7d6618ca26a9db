import type { Args } from './phone.setup.ts';
import type { AnswerRecord } from './phone.types.ts';
import { behindLock, unlocking } from './unlocking.ts';

type Named = { readonly event: { readonly name: string } };
type Saved = { readonly event: { readonly output: boolean } };
type Read = { readonly event: { readonly output: readonly AnswerRecord[] } };

const notRenamed = {
  target: 'shown',
  actions: { type: 'setProblem', params: 'phone.rename.failed' },
} as const;

/** What is set on this phone, and what was answered on it. */
export const settings = {
  description:
    'Shows the name of the phone, the lock, what a new phone means, and what was answered on this phone.',
  initial: 'reading',
  exit: 'clearProblem',
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
      on: {
        'lock.change': behindLock('#phone.locking'),
        'settings.leave': '#phone.home',
        'entry.edited': { actions: 'clearProblem' },
        'name.submitted': [
          {
            guard: { type: 'isDeviceName', params: ({ event }: Named) => event.name },
            target: 'renaming',
            actions: ['clearProblem', { type: 'setDeviceName', params: ({ event }: Named) => event.name }],
          },
          { actions: { type: 'setProblem', params: 'phone.rename.invalid' } },
        ],
      },
    },
    renaming: {
      description: 'Tells the portal what the phone is called.',
      tags: 'busy',
      invoke: {
        id: 'renamePhone',
        src: 'renamePhone',
        input: ({ context }: Args) => ({ name: context.deviceName }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }: Saved) => event.output },
            target: '#phone.home',
            actions: { type: 'setNotice', params: 'renamed' },
          },
          notRenamed,
        ],
        onError: notRenamed,
      },
    },
    unlocking: unlocking('#phone.locking', '#phone.settings.shown'),
  },
} as const;
