import { assertEvent } from 'xstate';
import { managementSetup } from './management.setup.ts';

/** The states in which the person proves their identity before any change: the password, then the identity check. */
export const proving = managementSetup.createStateConfig({
  description: 'The person proves their identity before anything is changed.',
  initial: 'beginning',
  states: {
    beginning: {
      description: 'A person without a password begins with the identity check.',
      always: [{ guard: 'mustGivePassword', target: 'entering' }, { target: 'identifying' }],
    },
    entering: {
      description: 'Waits for the password.',
      on: {
        'password.submitted': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event.password },
            actions: 'setBlankProblem',
          },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'password.edited': { actions: 'clearProblem' },
        'management.back': { target: '#management.done', actions: 'end' },
      },
    },
    checking: {
      description: 'The server checks the password and lets the identity check begin.',
      tags: 'busy',
      invoke: {
        id: 'reauthenticate',
        src: 'reauthenticate',
        input: ({ context: { userId, clientId, policyId }, event }) => {
          assertEvent(event, 'password.submitted');
          return { userId, clientId, policyId, password: event.password };
        },
        onDone: [
          {
            guard: { type: 'isPasswordCorrect', params: ({ event }) => event.output },
            target: 'identifying',
            actions: {
              type: 'setToken',
              params: ({ event }) => (event.output.ok ? event.output.value : ''),
            },
          },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: null } },
      },
    },
    refused: {
      description: 'A dialog says why the password was not accepted and what to do next.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    identifying: {
      description: 'The identity check, with a code, the app or a push.',
      meta: { step: 'identity' },
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'self-auth' } } },
      invoke: {
        id: 'self-auth',
        src: 'self-auth',
        input: ({ context: { userId, clientId, token, selfAuth, isInsideApp, registered } }) => ({
          userId,
          clientId,
          mode: 'other',
          offered: selfAuth,
          isInsideApp,
          token,
          mobileApp: registered?.authenticators.mobileApp ?? null,
        }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: '#management.choosing',
            actions: {
              type: 'setToken',
              params: ({ event }) => (event.output.reason === 'passed' ? event.output.token : ''),
            },
          },
          {
            guard: { type: 'isCheckOutdated', params: ({ event }) => event.output },
            target: 'beginning',
            actions: 'setProofRequired',
          },
          { guard: 'mustGivePassword', target: 'entering' },
          { target: '#management.done', actions: 'end' },
        ],
        onError: { target: 'beginning', actions: 'setProofRequired' },
      },
    },
  },
});
