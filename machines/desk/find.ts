import type { PeopleState } from '#wire/desk/people.ts';
import { actChosen } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';

type FindArgs = { readonly event: { readonly searchText: string } };
type StatusArgs = { readonly event: { readonly status: PeopleState | null } };

/** The states of the search screen, which searches while the person types. */
export const find = {
  description: 'Searches people by a text.',
  initial: 'loading',
  exit: 'clearFailure',
  on: {
    'find.typed': {
      target: '.pausing',
      actions: { type: 'setSearchText', params: ({ event }: FindArgs) => event.searchText },
    },
    'status.chosen': {
      target: '.loading',
      actions: { type: 'setStatus', params: ({ event }: StatusArgs) => event.status },
    },
    'act.chosen': actChosen,
  },
  states: {
    pausing: {
      description: 'Waits for the next key.',
      tags: 'busy',
      after: { typingPause: 'loading' },
    },
    loading: {
      description: 'Loads the people who match.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'findPeople',
        src: 'findPeople',
        input: ({ context }: Args) => ({
          find: context.searchText,
          status: context.status,
          after: null,
        }),
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'setPeople', params: outputOf },
          },
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    shown: {
      description: 'Shows the people who match.',
      on: { 'more.requested': { guard: 'hasMorePeople', target: 'loadingMore' } },
    },
    loadingMore: {
      description: 'Loads the next page.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'findPeople',
        src: 'findPeople',
        input: ({ context }: Args) => ({
          find: context.searchText,
          status: context.status,
          after: context.nextPeopleKey,
        }),
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'addPeople', params: outputOf },
          },
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    failed: {
      description: 'Shows why the search failed. The person can retry.',
      on: { 'desk.retry': 'loading' },
    },
  },
} as const;
