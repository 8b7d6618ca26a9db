import { askingPasskey } from '#machines/shared/ceremony.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { type EntryProblem, idEntrySetup } from './id-entry.setup.ts';
import { suggestions } from './suggestions.ts';

/** ID entry on /login and /first: an ID, or a passkey that tells it (spec sections 2 and 4, decisions 21, 50, 92). */
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
    if (!identified) throw new Error('The ID entry ended without an identity');
    return { ...identified, assertion };
  },
  on: {
    'client.learned': { actions: { type: 'noteClient', params: ({ event }) => event.config } },
  },
  states: {
    opening: {
      description: 'Decides whether there is a service to sign in to.',
      always: [{ guard: 'mustChooseService', target: 'unserved' }, { target: 'entering' }],
    },
    unserved: {
      description: 'No service asked for a login: the person starts from one of the services.',
    },
    entering: {
      description: 'Waits for the ID, or for the button of the passkey.',
      exit: 'dropRequest',
      on: {
        'identity.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'noteBlank' },
          { target: 'checking', actions: { type: 'noteTyped', params: ({ event }) => event.userId } },
        ],
        'identity.edited': { actions: 'clearProblem' },
        'mode.chosen': { actions: { type: 'noteMode', params: ({ event }) => event.mode } },
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
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: { type: 'noteRefused', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteRefused', params: UNEXPECTED } },
      },
    },
    asserting: {
      description: 'The way to a signature of a passkey. Choosing the ID takes the browser’s question away.',
      tags: ['busy', 'asking'],
      exit: 'dropRequest',
      on: {
        'mode.chosen': {
          target: 'entering',
          actions: { type: 'noteMode', params: ({ event }) => event.mode },
        },
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'The server says what the passkey has to sign.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context }) => ({ clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'noteRequest', params: ({ event }) => event.output },
              },
              {
                target: '#id-entry.entering',
                actions: { type: 'noteNoPasskey', params: ({ event }) => failureOf(event.output) },
              },
            ],
            onError: { target: '#id-entry.entering', actions: { type: 'noteNoPasskey', params: UNEXPECTED } },
          },
        },
        asking: askingPasskey({
          description: 'The browser asks for a passkey of this portal.',
          given: '#id-entry.recognising',
          cancelled: '#id-entry.entering',
          failed: '#id-entry.entering',
        }),
      },
    },
    recognising: {
      description: 'Asks the server whose passkey it is, and which policy applies.',
      tags: 'busy',
      invoke: {
        id: 'recognise',
        src: 'recognise',
        input: ({ context }) => ({ userHandle: context.userHandle, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: ['dropGiven', { type: 'noteNoPasskey', params: ({ event }) => failureOf(event.output) }],
          },
        ],
        onError: {
          target: 'entering',
          actions: ['dropGiven', { type: 'noteNoPasskey', params: UNEXPECTED }],
        },
      },
    },
    done: { type: 'final' },
  },
});

export type IdEntryMachine = typeof idEntryMachine;
