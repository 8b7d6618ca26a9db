import { UNEXPECTED } from '#machines/shared/result.ts';
import { leaveTransitions } from './leave-transitions.ts';
import type { Args } from './phone.setup.ts';
import type { OfflineEntry } from './phone.types.ts';

type DoneArgs<Value> = { readonly event: { readonly output: Value } };
type CharactersArgs = { readonly event: OfflineEntry };

const failureTransition = (target: string) =>
  ({ target, actions: { type: 'setFailure', params: UNEXPECTED } }) as const;

const exitTransitions = { ...leaveTransitions, 'adding.method.change': '#phone.adding.choosing' } as const;

/** The values from which the key of the account is computed. */
const keyInput = ({ context: { clientKey, characters } }: Args) => ({ clientKey, characters });

/** The states of a registration without a connection (docs/device-calls.md). */
export const offline = {
  description: 'Adds an account without a connection.',
  initial: 'generating',
  exit: 'forgetOffline',
  states: {
    generating: {
      description: 'Generates the client key.',
      tags: 'busy',
      invoke: {
        id: 'generateClientKey',
        src: 'generateClientKey',
        onDone: {
          target: 'editing',
          actions: { type: 'setClientKey', params: ({ event }: DoneArgs<string>) => event.output },
        },
        onError: failureTransition('keyFailed'),
      },
    },
    keyFailed: {
      description: 'A dialog says that no key could be generated. The person can choose another method.',
      on: { 'failure.dismissed': { target: '#phone.adding.choosing', actions: 'clearFailure' } },
    },
    editing: {
      description: 'Shows the client key, and waits for the ID and the characters of the portal.',
      on: {
        ...exitTransitions,
        'entry.edited': { actions: 'clearProblem' },
        'characters.submitted': [
          {
            guard: { type: 'isOfflineEntry', params: ({ event }: CharactersArgs) => event },
            target: 'combining',
            actions: [
              'clearProblem',
              { type: 'setOfflineEntry', params: ({ event }: CharactersArgs) => event },
            ],
          },
          { actions: 'setOfflineProblem' },
        ],
      },
    },
    combining: {
      description: 'Computes the key that phone and portal share, and the digits to compare.',
      tags: 'busy',
      invoke: {
        id: 'computeComparisonDigits',
        src: 'computeComparisonDigits',
        input: keyInput,
        onDone: {
          target: 'comparing',
          actions: { type: 'setComparisonDigits', params: ({ event }: DoneArgs<string>) => event.output },
        },
        onError: failureTransition('combiningFailed'),
      },
    },
    combiningFailed: {
      description: 'A dialog says that the characters could not be used.',
      on: { 'failure.dismissed': { target: 'editing', actions: 'clearFailure' } },
    },
    comparing: {
      description: 'Shows the digits. The person compares them with the digits of the portal.',
      on: {
        ...exitTransitions,
        'comparison.confirmed': 'saving',
        'comparison.failed': { target: 'editing', actions: 'setDifferenceProblem' },
      },
    },
    saving: {
      description: 'Stores the account on the phone.',
      tags: 'busy',
      invoke: {
        id: 'saveOfflineAccount',
        src: 'saveOfflineAccount',
        input: (args: Args) => ({ ...keyInput(args), userId: args.context.offlineUserId }),
        onDone: { target: '#phone.opening', actions: { type: 'setNotice', params: 'addedOffline' } },
        onError: failureTransition('saveFailed'),
      },
    },
    saveFailed: {
      description: 'A dialog says that the account could not be stored. The person can try again.',
      on: { 'failure.dismissed': { target: 'comparing', actions: 'clearFailure' } },
    },
  },
} as const;
