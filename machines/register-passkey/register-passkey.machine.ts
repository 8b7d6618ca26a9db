import { DUPLICATE_NAME_TRANSITION, INVALID_NAME_TRANSITIONS } from '#machines/shared/factor-name.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import {
  hasSucceededGuard,
  INITIAL_REGISTRATION_CONTEXT,
  refusalTransitions,
  registerTransitions,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import { registerPasskeySetup } from './register-passkey.setup.ts';

const REGISTER_TRANSITIONS = registerTransitions('done', 'refused');

/**
 * Registers a passkey: first its name, then the browser creates it (spec section 5, rules 92 and 213).
 */
export const registerPasskeyMachine = registerPasskeySetup.createMachine({
  id: 'register-passkey',
  context: ({ input }) => ({
    ...input,
    ...INITIAL_REGISTRATION_CONTEXT,
    name: '',
    request: null,
    credential: null,
    problem: null,
    hint: null,
  }),
  initial: 'naming',
  output: ({ context }) => requireOutcome(context),
  states: {
    naming: {
      description: 'Waits for the name of the passkey.',
      on: {
        'name.submitted': [
          ...INVALID_NAME_TRANSITIONS,
          {
            guard: 'isSupported',
            target: 'checking',
            actions: { type: 'setName', params: ({ event }) => event.name },
          },
        ],
        'name.edited': { actions: { type: 'setProblem', params: null } },
        'registration.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    checking: {
      description: 'The server checks whether the name is free.',
      tags: 'busy',
      invoke: {
        id: 'checkName',
        src: 'checkName',
        input: ({ context: { userId, token, name } }) => ({ userId, token, name }),
        onDone: [
          { guard: hasSucceededGuard, target: 'starting' },
          DUPLICATE_NAME_TRANSITION,
          ...refusalTransitions('done', 'refused'),
        ],
        onError: unexpectedFailureTransition('refused'),
      },
    },
    starting: {
      description: 'Requests the creation options from the server.',
      tags: 'busy',
      invoke: {
        id: 'startCreation',
        src: 'startCreation',
        input: ({ context: { userId, token, name, clientId } }) => ({ userId, token, name, clientId }),
        onDone: [
          {
            guard: hasSucceededGuard,
            target: 'creating',
            actions: { type: 'setRequest', params: ({ event }) => event.output },
          },
          DUPLICATE_NAME_TRANSITION,
          ...refusalTransitions('done', 'refused'),
        ],
        onError: unexpectedFailureTransition('refused'),
      },
    },
    creating: {
      description: 'The browser asks the person for fingerprint, face, PIN or key.',
      tags: 'busy',
      exit: 'dropRequest',
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        input: ({ context: { request } }) => {
          if (!request) throw new Error('The creation request of the server is missing');
          return { request };
        },
        onDone: [
          {
            guard: { type: 'isCreated', params: ({ event }) => event.output },
            target: 'finishing',
            actions: { type: 'setCredential', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event.output },
            target: 'naming',
            actions: { type: 'setHint', params: 'cancelled' },
          },
          {
            guard: { type: 'isAlreadyRegistered', params: ({ event }) => event.output },
            target: 'naming',
            actions: { type: 'setHint', params: 'alreadyRegistered' },
          },
          unexpectedFailureTransition('refused'),
        ],
        onError: unexpectedFailureTransition('refused'),
      },
    },
    finishing: {
      description: 'The server verifies and saves the passkey.',
      tags: 'busy',
      exit: 'dropCredential',
      invoke: {
        id: 'finishCreation',
        src: 'finishCreation',
        input: ({ context: { userId, token, name, clientId, credential } }) => ({
          userId,
          token,
          name,
          clientId,
          credential,
        }),
        onDone: [DUPLICATE_NAME_TRANSITION, ...REGISTER_TRANSITIONS.onDone],
        onError: REGISTER_TRANSITIONS.onError,
      },
    },
    refused: {
      description: 'A dialog says why no passkey was registered. The name stays in its field.',
      on: { 'failure.dismissed': { target: 'naming', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterPasskeyMachine = typeof registerPasskeyMachine;
