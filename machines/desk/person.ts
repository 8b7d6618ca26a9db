import { actChosen } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { Args } from './desk.setup.ts';

type Chosen = { readonly event: { readonly clientId: string } };

/** What is known of a person, and why they can sign in at a service or cannot. */
export const person = {
  description: 'Shows a person: facts, methods, locks, sign-ins, and what can be done.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Asks for the person. What is known already stays on the screen.',
      tags: 'busy',
      entry: 'clearFailure',
      on: { 'act.chosen': actChosen },
      invoke: {
        id: 'readPerson',
        src: 'readPerson',
        input: ({ context }: Args) => ({ userId: context.place.userId }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isFoundWithDraft', params: outputOf },
            target: '#desk.working.acting',
            actions: { type: 'setPerson', params: outputOf },
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'ready',
            actions: { type: 'setPerson', params: outputOf },
          },
          failedAt('unread'),
        ],
        onError: brokenAt('unread'),
      },
    },
    unread: {
      description: 'Says why the person could not be read, and offers to retry.',
      on: { 'desk.retry': 'loading' },
    },
    ready: {
      description: 'Offers what can be done, and explains a service.',
      initial: 'resting',
      on: {
        'act.chosen': actChosen,
        'service.chosen': {
          target: '.explaining',
          actions: { type: 'setService', params: ({ event }: Chosen) => event.clientId },
        },
      },
      states: {
        resting: { description: 'Waits for what the person at the desk does.' },
        explaining: {
          description: 'Asks why the person can sign in at the service, or cannot.',
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            id: 'explain',
            src: 'explain',
            input: ({ context: { place, clientId } }: Args) => ({ userId: place.userId, clientId }),
            onDone: [
              ifSignedOut,
              {
                guard: { type: 'isOk', params: outputOf },
                target: 'resting',
                actions: { type: 'setExplanation', params: outputOf },
              },
              failedAt('resting'),
            ],
            onError: brokenAt('resting'),
          },
        },
      },
    },
  },
} as const;
