import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import type { Args, RegistrationResult } from './phone.setup.ts';
import type { PhoneRegistrationInput } from './phone.types.ts';

/**
 * The states that register the phone, and that explain a failure.
 * @param back the state after the person has closed the dialog about a failure
 */
export const registeringStates = (inputOf: (args: Args) => PhoneRegistrationInput, back: string) =>
  ({
    registering: {
      description: 'Generates the keys of the account and registers them with the portal.',
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        input: inputOf,
        onDone: [
          {
            guard: {
              type: 'isRegistered',
              params: ({ event }: { readonly event: { readonly output: RegistrationResult } }) =>
                event.output,
            },
            target: '#phone.opening',
            actions: ['forgetLink', { type: 'setNotice', params: 'added' }],
          },
          {
            target: 'refused',
            actions: {
              type: 'setFailure',
              params: ({ event }: { readonly event: { readonly output: RegistrationResult } }) =>
                failureOf(event.output),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    refused: {
      description: 'A dialog says why the phone was not added and what to do next.',
      on: { 'failure.dismissed': { target: back, actions: 'clearFailure' } },
    },
  }) as const;
