import { assertEvent, assign, setup } from 'xstate';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import type { RegistrationInput, RegistrationOutcome } from '#machines/shared/registration.ts';
import {
  INITIAL_REGISTRATION_CONTEXT,
  type RegistrationContext,
  registerTransitions,
  registrationActions,
  registrationGuards,
} from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';

export type RegisterYubikeyInput = RegistrationInput;

export type RegisterYubikeyEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'registration.back' }
  | { readonly type: 'failure.dismissed' };

type RegisterYubikeyContext = RegisterYubikeyInput &
  RegistrationContext & { readonly problem: 'info.yubikey.invalid' | null };

type RegisterYubikeyCallInput = { readonly userId: string; readonly token: string; readonly code: string };

/** Length of the code that a Yubikey types when it is touched (spec section 5). */
const CODE_LENGTH = 44;

/** Registers a Yubikey, which the person touches once (rule 212). */
export const registerYubikeyMachine = setup({
  types: {
    context: {} as RegisterYubikeyContext,
    events: {} as RegisterYubikeyEvent,
    input: {} as RegisterYubikeyInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy',
  },
  actors: { mapKey: port<Result<unknown>, RegisterYubikeyCallInput>('register-yubikey.mapKey') },
  guards: {
    ...registrationGuards,
    isCodeInvalid: (_: unknown, code: string) => code.trim().length !== CODE_LENGTH,
  },
  actions: {
    ...registrationActions<RegisterYubikeyContext, RegisterYubikeyEvent>(),
    setProblem: assign({ problem: 'info.yubikey.invalid' as const }),
    clearProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'register-yubikey',
  context: ({ input }) => ({ ...input, ...INITIAL_REGISTRATION_CONTEXT, problem: null }),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  states: {
    entering: {
      description: 'Waits for the 44 characters that a touch of the key types.',
      on: {
        'code.submitted': [
          { guard: { type: 'isCodeInvalid', params: ({ event }) => event.code }, actions: 'setProblem' },
          { target: 'mapping', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'registration.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    mapping: {
      description: 'The server registers the key for the person.',
      tags: 'busy',
      invoke: {
        id: 'mapKey',
        src: 'mapKey',
        input: ({ context: { userId, token }, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId, token, code: event.code.trim() };
        },
        ...registerTransitions('done', 'refused'),
      },
    },
    refused: {
      description:
        'A dialog says why the key was not registered. The field is cleared, because a touch can be used only once.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterYubikeyMachine = typeof registerYubikeyMachine;
