import { UNEXPECTED } from '#machines/shared/result.ts';
import { away } from './away.ts';
import type { Args } from './phone.setup.ts';
import type { OfflineEntry } from './phone.types.ts';

type Made<Value> = { readonly event: { readonly output: Value } };
type Entered = { readonly event: OfflineEntry };

const broken = (target: string) => ({ target, actions: { type: 'setFailure', params: UNEXPECTED } }) as const;

const toOtherWays = { ...away, 'way.change': '#phone.adding.choosing' } as const;

const entryOf = ({ context: { clientKey, characters } }: Args) => ({ clientKey, characters });

/** Registration without a connection (docs/device-calls.md): the phone's key, the portal's characters, the same digits. */
export const offline = {
  description: 'Adds an account without a connection.',
  initial: 'making',
  exit: 'forgetOffline',
  states: {
    making: {
      description: 'Makes the client key.',
      tags: 'busy',
      invoke: {
        id: 'makeClientKey',
        src: 'makeClientKey',
        onDone: {
          target: 'editing',
          actions: { type: 'setClientKey', params: ({ event }: Made<string>) => event.output },
        },
        onError: broken('unmade'),
      },
    },
    unmade: {
      description: 'A dialog says that no key could be made. The person can choose another way.',
      on: { 'failure.dismissed': { target: '#phone.adding.choosing', actions: 'clearFailure' } },
    },
    editing: {
      description: 'Shows the client key, and waits for the ID and the characters of the portal.',
      on: {
        ...toOtherWays,
        'entry.edited': { actions: 'clearProblem' },
        'characters.submitted': [
          {
            guard: { type: 'isOfflineEntry', params: ({ event }: Entered) => event },
            target: 'combining',
            actions: ['clearProblem', { type: 'setOfflineEntry', params: ({ event }: Entered) => event }],
          },
          { actions: 'setOfflineProblem' },
        ],
      },
    },
    combining: {
      description: 'Computes the key that phone and portal share, and the digits to compare.',
      tags: 'busy',
      invoke: {
        id: 'proveOffline',
        src: 'proveOffline',
        input: entryOf,
        onDone: {
          target: 'comparing',
          actions: { type: 'setOfflineProof', params: ({ event }: Made<string>) => event.output },
        },
        onError: broken('uncombined'),
      },
    },
    uncombined: {
      description: 'A dialog says that the characters could not be used.',
      on: { 'failure.dismissed': { target: 'editing', actions: 'clearFailure' } },
    },
    comparing: {
      description: 'Shows the digits. The person compares them with those of the portal.',
      on: {
        ...toOtherWays,
        'proof.confirmed': 'keeping',
        'proof.differs': { target: 'editing', actions: 'setDifferenceProblem' },
      },
    },
    keeping: {
      description: 'Keeps the account on the phone.',
      tags: 'busy',
      invoke: {
        id: 'keepOffline',
        src: 'keepOffline',
        input: (args: Args) => ({ ...entryOf(args), userId: args.context.offlineUserId }),
        onDone: { target: '#phone.opening', actions: { type: 'setNotice', params: 'addedOffline' } },
        onError: broken('unkept'),
      },
    },
    unkept: {
      description: 'A dialog says that the account could not be kept. The person can try again.',
      on: { 'failure.dismissed': { target: 'comparing', actions: 'clearFailure' } },
    },
  },
} as const;
