import type { Args } from './phone.setup.ts';
import type { AnswerRecord } from './phone.types.ts';
import { transitionsThroughLock, unlockingState } from './unlocking.ts';

type NameArgs = { readonly event: { readonly name: string } };
type SaveDoneArgs = { readonly event: { readonly output: boolean } };
type RecordsDoneArgs = { readonly event: { readonly output: readonly AnswerRecord[] } };

const RENAME_FAILURE_TRANSITION = {
  target: 'shown',
  actions: { type: 'setProblem', params: 'phone.rename.failed' },
} as const;

/** The states of the settings of the app. */
export const settings = {
  description:
    'Shows the name of the phone, the lock, advice for a new phone, and the answers given on this phone.',
  initial: 'reading',
  exit: 'clearProblem',
  states: {
    reading: {
      description: 'Reads the answers given on this phone.',
      tags: 'busy',
      invoke: {
        id: 'loadRecords',
        src: 'loadRecords',
        onDone: {
          target: 'shown',
          actions: { type: 'setRecords', params: ({ event }: RecordsDoneArgs) => event.output },
        },
        onError: 'shown',
      },
    },
    shown: {
      description: 'Waits for a change.',
      on: {
        'lock.change': transitionsThroughLock('#phone.locking'),
        'settings.leave': '#phone.home',
        'entry.edited': { actions: 'clearProblem' },
        'name.submitted': [
          {
            guard: { type: 'isDeviceName', params: ({ event }: NameArgs) => event.name },
            target: 'renaming',
            actions: ['clearProblem', { type: 'setDeviceName', params: ({ event }: NameArgs) => event.name }],
          },
          { actions: { type: 'setProblem', params: 'phone.rename.invalid' } },
        ],
      },
    },
    renaming: {
      description: 'Sends the name of the phone to the portal.',
      tags: 'busy',
      invoke: {
        id: 'renamePhone',
        src: 'renamePhone',
        input: ({ context }: Args) => ({ name: context.deviceName }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }: SaveDoneArgs) => event.output },
            target: '#phone.home',
            actions: { type: 'setNotice', params: 'renamed' },
          },
          RENAME_FAILURE_TRANSITION,
        ],
        onError: RENAME_FAILURE_TRANSITION,
      },
    },
    unlocking: unlockingState('#phone.locking', '#phone.settings.shown'),
  },
} as const;
