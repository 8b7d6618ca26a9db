import { assertEvent } from 'xstate';
import type { Args } from './phone.setup.ts';
import type { PinEntry } from './phone.types.ts';

type PinSetArgs = { readonly event: PinEntry };
type DoneArgs = { readonly event: { readonly output: boolean } };

const lockTransition = (kind: 'passkey' | 'pin') =>
  ({
    target: '#phone.home',
    actions: [
      { type: 'setLock', params: kind },
      { type: 'setNotice', params: 'locked' },
    ],
  }) as const;

const saveFailureTransition = (target: string) =>
  ({ target, actions: { type: 'setProblem', params: 'phone.lock.notStored' } }) as const;

const PASSKEY_FAILURE_TRANSITION = {
  target: 'offering',
  actions: { type: 'setProblem', params: 'phone.lock.notCreated' },
} as const;

/** The states in which the person sets the lock of the app (rule 262): a passkey, a PIN, or no lock. */
export const locking = {
  description: 'Sets the lock, which has to be opened before an approval.',
  initial: 'offering',
  exit: 'clearProblem',
  states: {
    offering: {
      description: 'Offers a passkey of the phone, a PIN, or no lock.',
      on: {
        'passkey.create': { guard: 'canCreatePasskey', target: 'creatingPasskey', actions: 'clearProblem' },
        'pin.choose': { target: 'typing', actions: 'clearProblem' },
        'lock.off': { target: 'turningOff', actions: 'clearProblem' },
        'cover.toggled': { guard: 'isLocked', target: 'covering', actions: 'clearProblem' },
        'lock.leave': { guard: 'isLockChosen', target: '#phone.home' },
      },
    },
    creatingPasskey: {
      description: 'The phone creates a passkey.',
      tags: 'busy',
      invoke: {
        id: 'createLockPasskey',
        src: 'createLockPasskey',
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }: DoneArgs) => event.output },
            ...lockTransition('passkey'),
          },
          PASSKEY_FAILURE_TRANSITION,
        ],
        onError: PASSKEY_FAILURE_TRANSITION,
      },
    },
    typing: {
      description: 'Waits for a PIN, typed twice.',
      on: {
        'entry.edited': { actions: 'clearProblem' },
        'lock.leave': { target: 'offering', actions: 'clearProblem' },
        'pin.set': [
          {
            guard: { type: 'arePinsValid', params: ({ event }: PinSetArgs) => event },
            target: 'savingPin',
            actions: 'clearProblem',
          },
          { actions: { type: 'setPinProblem', params: ({ event }: PinSetArgs) => event } },
        ],
      },
    },
    savingPin: {
      description: 'Stores a slow hash of the PIN.',
      tags: 'busy',
      invoke: {
        id: 'savePin',
        src: 'savePin',
        input: ({ event }: Args) => {
          assertEvent(event, 'pin.set');
          return { pin: event.pin };
        },
        onDone: lockTransition('pin'),
        onError: saveFailureTransition('typing'),
      },
    },
    turningOff: {
      description: 'Stores that there is no lock.',
      tags: 'busy',
      invoke: {
        id: 'turnLockOff',
        src: 'turnLockOff',
        onDone: {
          target: '#phone.home',
          actions: [
            { type: 'setLock', params: 'off' },
            { type: 'setNotice', params: 'lockOff' },
          ],
        },
        onError: saveFailureTransition('offering'),
      },
    },
    covering: {
      description: 'Stores whether the codes are locked too.',
      tags: 'busy',
      invoke: {
        id: 'coverCodes',
        src: 'coverCodes',
        input: ({ context }: Args) => ({ covers: !context.lock.coversCodes }),
        onDone: { target: 'offering', actions: 'toggleCover' },
        onError: saveFailureTransition('offering'),
      },
    },
  },
} as const;

/** The states in which all data are deleted, for a person who has lost the passkey or forgotten the PIN. */
export const clearing = {
  description: 'Deletes everything from this phone after a confirmation, so that it can be registered again.',
  initial: 'confirming',
  states: {
    confirming: {
      description: 'Explains the consequences, and how to register the phone again.',
      on: { 'clearing.confirmed': 'deleting', 'clearing.cancelled': '#phone.home' },
    },
    deleting: {
      description: 'Deletes all accounts and the lock.',
      tags: 'busy',
      invoke: {
        id: 'clearPhone',
        src: 'clearPhone',
        onDone: { target: '#phone.opening', actions: { type: 'setNotice', params: 'cleared' } },
        onError: { target: '#phone.home', actions: { type: 'setNotice', params: 'notCleared' } },
      },
    },
  },
} as const;
