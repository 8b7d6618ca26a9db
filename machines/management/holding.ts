import { raise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import { NO_DEFAULT } from '#wire/default-method.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { defaultOf, isDefault } from './kinds.ts';
import { managementSetup } from './management.setup.ts';

type Answered = { readonly event: { readonly output: Result<unknown> } };

const TOO_WEAK = {
  guard: { type: 'isTooWeak', params: ({ event }: Answered) => event.output },
  target: '#management.tooWeak',
} as const;

/** The screen of a kind of which the person has a factor: what it is, the default control, another one (decision 206). */
export const holding = managementSetup.createStateConfig({
  description: 'Shows what the person has of the kind.',
  meta: { step: 'held' },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'A server that tells nothing of factors is asked nothing.',
      always: [{ guard: 'listsFactors', target: 'loading' }, { target: 'showing' }],
    },
    loading: {
      description: 'Asks what may be said of it. Without an answer its name alone is shown.',
      tags: 'busy',
      invoke: {
        id: 'fetchHeld',
        src: 'fetchHeld',
        input: ({ context: { userId, token, kind } }) => ({
          userId,
          token,
          kind: kind ?? FACTOR_TYPES.mobileApp,
        }),
        onDone: [
          TOO_WEAK,
          { target: 'showing', actions: { type: 'noteHeld', params: ({ event }) => event.output } },
        ],
        onError: 'showing',
      },
    },
    showing: {
      description: 'Waits for the default to be set or cleared, or for the wish for another one.',
      on: {
        'default.toggle': { guard: 'hasDefault', target: 'saving' },
        'factor.register': { guard: 'mayReplace', target: '#management.choosing', actions: 'noteReplacing' },
        'step.requested': { actions: raise({ type: 'management.back' }) },
        'management.back': [
          {
            guard: 'hasChosen',
            target: '#management.choosing',
            actions: { type: 'noteKind', params: null },
          },
          { target: '#management.done' },
        ],
      },
    },
    saving: {
      description: 'The server keeps the default.',
      tags: 'busy',
      invoke: {
        id: 'saveDefault',
        src: 'saveDefault',
        input: ({ context }) => ({
          userId: context.userId,
          token: context.token,
          type: context.flowType,
          code: isDefault(context) ? NO_DEFAULT : (defaultOf(context) ?? NO_DEFAULT),
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'showing',
            actions: 'noteDefault',
          },
          {
            guard: { type: 'isForgotten', params: ({ event }) => event.output },
            target: '#management.proving',
            actions: 'noteAgain',
          },
          TOO_WEAK,
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    refused: {
      description: 'A dialog says why the default was not kept.',
      on: { 'failure.dismissed': { target: 'showing', actions: 'clearFailure' } },
    },
  },
});
