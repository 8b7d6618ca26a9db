import { requireOutcome } from '#machines/shared/outcome.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { endSignInsSetup } from './end-sign-ins.setup.ts';

/**
 * Ends other sign-ins of the person before this sign-in, when the configuration limits the number of sign-ins (rule 251).
 * The person chooses which sign-ins end, and is then signed in.
 */
export const endSignInsMachine = endSignInsSetup.createMachine({
  id: 'end-sign-ins',
  context: ({ input }) => ({
    ...input,
    openSignIns: null,
    sessionIds: [],
    isTooFew: false,
    hasChanged: false,
    failure: null,
    outcome: null,
  }),
  initial: 'listing',
  states: {
    listing: {
      description: 'Asks the server where the person is signed in.',
      tags: 'busy',
      invoke: {
        id: 'fetchSignIns',
        src: 'fetchSignIns',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          {
            guard: { type: 'hasOpenSignIns', params: ({ event }) => event.output },
            target: 'asking',
            actions: { type: 'setSignIns', params: ({ event }) => event.output },
          },
          { guard: { type: 'hasSucceeded', params: ({ event }) => event.output }, target: 'ending' },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: 'setOutdated',
          },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    asking: {
      description: 'Waits for the person to choose which sign-ins end, or to go back.',
      on: {
        'ends.toggled': { actions: { type: 'toggle', params: ({ event }) => event.sessionId } },
        'ends.submitted': [
          {
            guard: { type: 'isEnough', params: ({ event }) => event.sessionIds },
            target: 'ending',
            actions: { type: 'setChosenSignIns', params: ({ event }) => event.sessionIds },
          },
          { actions: [{ type: 'setChosenSignIns', params: ({ event }) => event.sessionIds }, 'setTooFew'] },
        ],
        'ends.back': { target: 'done', actions: 'setBack' },
      },
    },
    ending: {
      description: 'The server ends the chosen sign-ins and signs the person in.',
      tags: 'busy',
      invoke: {
        id: 'endSignIns',
        src: 'endSignIns',
        input: ({ context: { token, sessionIds } }) => ({ token, sessionIds }),
        onDone: [
          {
            guard: { type: 'hasSucceeded', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setSignedIn', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: 'setOutdated',
          },
          {
            guard: { type: 'hasNewSignIns', params: ({ event }) => event.output },
            target: 'listing',
            actions: 'setChanged',
          },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    refused: {
      description: 'A dialog says what has failed. The person can try again.',
      on: {
        'failure.dismissed': [
          { guard: 'hasList', target: 'asking', actions: 'clearFailure' },
          { target: 'listing', actions: 'clearFailure' },
        ],
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => requireOutcome(context),
});

export type EndSignInsMachine = typeof endSignInsMachine;
