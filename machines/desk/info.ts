import { actChosen } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import type { Args } from './desk.setup.ts';

/** The states of a screen without paging: notices, policies and services, or the state of the servers. */
export const info = {
  description: 'Shows notices, policies and services, or the state of the servers.',
  initial: 'loading',
  exit: 'clearFailure',
  states: {
    loading: {
      description: 'Loads the data of the screen.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'readInfo',
        src: 'readInfo',
        input: ({ context }: Args) => ({ screen: context.route.screen }),
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'shown',
            actions: { type: 'setInfo', params: outputOf },
          },
          failureTransition('failed'),
        ],
        onError: unexpectedTransition('failed'),
      },
    },
    failed: {
      description: 'Shows why the data could not be loaded. The person can retry.',
      on: { 'desk.retry': 'loading' },
    },
    shown: {
      description: 'Shows the data.',
      on: { 'act.chosen': actChosen },
    },
  },
} as const;
