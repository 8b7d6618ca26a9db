import { actChosen } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';
import type { DeskContext } from './desk.types.ts';

type ClientChosenArgs = { readonly event: { readonly clientId: string } };

/** The SCIM ID of a person; null when the person is neither in the list nor on the page. */
const scimIdOf = ({ people, person: shownPerson }: DeskContext, userId: string): string | null =>
  [...(shownPerson ? [shownPerson] : []), ...people].find((candidate) => candidate.userId === userId)?.id ??
  null;

/** The states of the person page: data, acts, and the explanation of a service. */
export const person = {
  description: 'Shows a person: data, methods, locks, sessions and acts.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Loads the person. Data already on the screen stay.',
      tags: 'busy',
      entry: 'clearFailure',
      on: { 'act.chosen': actChosen },
      invoke: {
        id: 'readPerson',
        src: 'readPerson',
        input: ({ context }: Args) => ({
          userId: context.route.userId,
          id: scimIdOf(context, context.route.userId),
        }),
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'hasPersonAndDraft', params: outputOf },
            target: '#desk.working.acting',
            actions: { type: 'setPerson', params: outputOf },
          },
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'ready',
            actions: { type: 'setPerson', params: outputOf },
          },
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    failed: {
      description: 'Shows why the person could not be loaded. The person at the desk can retry.',
      on: { 'desk.retry': 'loading' },
    },
    ready: {
      description: 'Offers acts, and explains a service.',
      initial: 'idle',
      on: {
        'act.chosen': actChosen,
        'service.chosen': {
          target: '.explaining',
          actions: { type: 'setService', params: ({ event }: ClientChosenArgs) => event.clientId },
        },
      },
      states: {
        idle: { description: 'Waits for input.' },
        explaining: {
          description: 'Loads whether and how the person can sign in at the service.',
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            id: 'explain',
            src: 'explain',
            input: ({ context: { route, clientId } }: Args) => ({ userId: route.userId, clientId }),
            onDone: [
              signedOutTransition,
              {
                guard: { type: 'isOk', params: outputOf },
                target: 'idle',
                actions: { type: 'setExplanation', params: outputOf },
              },
              failureTransition('idle'),
            ],
            onError: unexpectedTransition('idle'),
          },
        },
      },
    },
  },
} as const;
