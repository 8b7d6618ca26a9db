import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import type { Args, Registered } from './phone.setup.ts';
import type { RegistrationInput } from './phone.types.ts';

/** The states in which the phone registers with what a person has given, and in which it says why that failed. */
export const registering = (inputOf: (args: Args) => RegistrationInput, back: string) =>
  ({
    registering: {
      description: 'Makes the keys of the account and registers them with the portal.',
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        input: inputOf,
        onDone: [
          {
            guard: {
              type: 'isRegistered',
              params: ({ event }: { readonly event: { readonly output: Registered } }) => event.output,
            },
            target: '#phone.opening',
            actions: ['forgetLink', { type: 'setNotice', params: 'added' }],
          },
          {
            target: 'refused',
            actions: {
              type: 'setFailure',
              params: ({ event }: { readonly event: { readonly output: Registered } }) =>
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
