import { assertEvent } from 'xstate';
import type { Args } from './phone.setup.ts';
import type { PinEntry } from './phone.types.ts';

type Set = { readonly event: PinEntry };
type Made = { readonly event: { readonly output: boolean } };

const locked = (kind: 'passkey' | 'pin') =>
  ({
    target: '#phone.home',
    actions: [
      { type: 'setLock', params: kind },
      { type: 'setNotice', params: 'locked' },
    ],
  }) as const;

const notKept = (target: string) =>
  ({ target, actions: { type: 'setProblem', params: 'phone.lock.notKept' } }) as const;

const notMade = {
  target: 'offering',
  actions: { type: 'setProblem', params: 'phone.lock.notMade' },
} as const;

/** The lock of the phone (decision 262): a passkey of the phone, a PIN, or none. */
export const locking = {
  description: 'Sets what the phone asks of its person before it approves.',
  initial: 'offering',
  exit: 'clearProblem',
  states: {
    offering: {
      description: 'Offers a passkey of the phone, a PIN, or no lock.',
      on: {
        'passkey.make': { guard: 'canMakePasskey', target: 'making', actions: 'clearProblem' },
        'pin.choose': { target: 'typing', actions: 'clearProblem' },
        'lock.off': { target: 'turningOff', actions: 'clearProblem' },
        'cover.toggled': { guard: 'isLocked', target: 'covering', actions: 'clearProblem' },
        'lock.leave': { guard: 'isLockChosen', target: '#phone.home' },
      },
    },
    making: {
      description: 'The phone makes a passkey of its own.',
      tags: 'busy',
      invoke: {
        id: 'makeLockPasskey',
        src: 'makeLockPasskey',
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }: Made) => event.output },
            ...locked('passkey'),
          },
          notMade,
        ],
        onError: notMade,
      },
    },
    typing: {
      description: 'Waits for a PIN, typed twice.',
      on: {
        'entry.edited': { actions: 'clearProblem' },
        'lock.leave': { target: 'offering', actions: 'clearProblem' },
        'pin.set': [
          {
            guard: { type: 'arePins', params: ({ event }: Set) => event },
            target: 'keeping',
            actions: 'clearProblem',
          },
          { actions: { type: 'setPinProblem', params: ({ event }: Set) => event } },
        ],
      },
    },
    keeping: {
      description: 'Keeps a slow hash of the PIN.',
      tags: 'busy',
      invoke: {
        id: 'keepPin',
        src: 'keepPin',
        input: ({ event }: Args) => {
          assertEvent(event, 'pin.set');
          return { pin: event.pin };
        },
        onDone: locked('pin'),
        onError: notKept('typing'),
      },
    },
    turningOff: {
      description: 'Notes that the person does without a lock.',
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
        onError: notKept('offering'),
      },
    },
    covering: {
      description: 'Notes whether the codes are behind the lock too.',
      tags: 'busy',
      invoke: {
        id: 'coverCodes',
        src: 'coverCodes',
        input: ({ context }: Args) => ({ covers: !context.lock.coversCodes }),
        onDone: { target: 'offering', actions: 'toggleCover' },
        onError: notKept('offering'),
      },
    },
  },
} as const;

/** The way forward for a person whose passkey is gone or who has forgotten the PIN. */
export const clearing = {
  description: 'Asks whether everything shall go from this phone, so that it can be registered anew.',
  initial: 'confirming',
  states: {
    confirming: {
      description: 'Says what the phone can no longer do then, and how to register it anew.',
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
