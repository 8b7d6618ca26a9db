import type { PeopleState } from '#wire/desk/people.ts';
import { actChosen } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { Args } from './desk.setup.ts';

type Typed = { readonly event: { readonly find: string } };
type StatusChosen = { readonly event: { readonly status: PeopleState | null } };

/** People are found while somebody types, and more of them as they are asked for. */
export const find = {
  description: 'Finds people by what is typed.',
  initial: 'asking',
  exit: 'clearFailure',
  on: {
    'find.typed': {
      target: '.pausing',
      actions: { type: 'setFind', params: ({ event }: Typed) => event.find },
    },
    'status.chosen': {
      target: '.asking',
      actions: { type: 'setStatus', params: ({ event }: StatusChosen) => event.status },
    },
    'act.chosen': actChosen,
  },
  states: {
    pausing: {
      description: 'Waits for the next key.',
      tags: 'busy',
      after: { typingPause: 'asking' },
    },
    asking: {
      description: 'Asks for the people that are meant.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'findPeople',
        src: 'findPeople',
        input: ({ context }: Args) => ({
          find: context.find,
          status: context.status,
          after: null,
        }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'setPeople', params: outputOf },
          },
          failedAt('unasked'),
        ],
        onError: brokenAt('unasked'),
      },
    },
    shown: {
      description: 'Shows who was found.',
      on: { 'more.asked': { guard: 'hasMorePeople', target: 'adding' } },
    },
    adding: {
      description: 'Asks for the next people of the list.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'findPeople',
        src: 'findPeople',
        input: ({ context }: Args) => ({
          find: context.find,
          status: context.status,
          after: context.morePeople,
        }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'addPeople', params: outputOf },
          },
          failedAt('unasked'),
        ],
        onError: brokenAt('unasked'),
      },
    },
    unasked: {
      description: 'Says why nobody was found. The person can retry.',
      on: { 'desk.retry': 'asking' },
    },
  },
} as const;
