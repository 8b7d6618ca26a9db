import { actChosen } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import type { Args } from './desk.setup.ts';

/** A screen that is read as a whole: notices, policies and services, or the state of the servers. */
export const sheet = {
  description: 'Shows notices, policies and services, or the state of the servers.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Asks for what the screen shows.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'readSheet',
        src: 'readSheet',
        input: ({ context }: Args) => ({ screen: context.place.screen }),
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'setSheet', params: outputOf },
          },
          failedAt('unread'),
        ],
        onError: brokenAt('unread'),
      },
    },
    unread: {
      description: 'Says why there is nothing to show, and offers to retry.',
      on: { 'desk.retry': 'loading' },
    },
    shown: {
      description: 'Shows it.',
      on: { 'act.chosen': actChosen },
    },
  },
} as const;
