import { getAssertionState } from '#machines/shared/ceremony.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { type EntryProblem, idEntrySetup } from './id-entry.setup.ts';
import { suggestions } from './suggestions.ts';

/** The ID entry at /login and /first, with a typed ID or a passkey (spec sections 2 and 4, rules 21, 50, 92). */
export const idEntryMachine = idEntrySetup.createMachine({
  id: 'id-entry',
  context: ({ input: { failure, ...input } }) => ({
    ...input,
    problem: failure && ({ kind: 'refused', failure } satisfies EntryProblem),
    mode: 'id',
    request: null,
    renewals: 0,
    userHandle: '',
    assertion: null,
    identified: null,
  }),
  initial: 'opening',
  output: ({ context: { identified, assertion } }) => {
    if (!identified) throw new Error('The ID entry requires a person');
    return { ...identified, assertion };
  },
  on: {
    'client.received': { actions: { type: 'setClient', params: ({ event }) => event.config } },
  },
  states: {
    opening: {
      description: 'Decides whether there is a service to sign in to.',
      always: [{ guard: 'mustChooseService', target: 'noService' }, { target: 'entering' }],
    },
    noService: {
      description: 'No service has requested a login. The person starts at one of the services.',
    },
    entering: {
      description: 'Waits for the ID or the passkey button.',
      exit: 'dropRequest',
      on: {
        'identity.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'setBlankProblem' },
          { target: 'checking', actions: { type: 'setUserId', params: ({ event }) => event.userId } },
        ],
        'identity.edited': { actions: 'clearProblem' },
        'mode.chosen': { actions: { type: 'setMode', params: ({ event }) => event.mode } },
        'passkey.request': { guard: 'usesPasskeys', target: 'asserting', actions: 'clearProblem' },
      },
      initial: 'plain',
      states: suggestions,
    },
    checking: {
      description: 'Asks the server which policy applies to this ID.',
      tags: 'busy',
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: { type: 'setRefusedProblem', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'entering', actions: { type: 'setRefusedProblem', params: UNEXPECTED } },
      },
    },
    asserting: {
      description: 'Gets a passkey assertion. Choosing the ID closes the browser’s prompt.',
      tags: ['busy', 'asking'],
      exit: 'dropRequest',
      on: {
        'mode.chosen': {
          target: 'entering',
          actions: { type: 'setMode', params: ({ event }) => event.mode },
        },
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'Requests the assertion options from the server.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context }) => ({ clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'setRequest', params: ({ event }) => event.output },
              },
              {
                target: '#id-entry.entering',
                actions: { type: 'setPasskeyProblem', params: ({ event }) => failureOf(event.output) },
              },
            ],
            onError: {
              target: '#id-entry.entering',
              actions: { type: 'setPasskeyProblem', params: UNEXPECTED },
            },
          },
        },
        asking: getAssertionState({
          description: 'The browser prompts for a passkey of this portal.',
          given: '#id-entry.recognising',
          cancelled: '#id-entry.entering',
          failed: '#id-entry.entering',
        }),
      },
    },
    recognising: {
      description: 'Asks the server for the person of the passkey and the policy.',
      tags: 'busy',
      invoke: {
        id: 'recognise',
        src: 'recognise',
        input: ({ context }) => ({ userHandle: context.userHandle, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: [
              'dropAssertion',
              { type: 'setPasskeyProblem', params: ({ event }) => failureOf(event.output) },
            ],
          },
        ],
        onError: {
          target: 'entering',
          actions: ['dropAssertion', { type: 'setPasskeyProblem', params: UNEXPECTED }],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type IdEntryMachine = typeof idEntryMachine;
