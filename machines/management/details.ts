import { raise } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import { NO_DEFAULT } from '#wire/default-method.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { isDefault, possibleDefault } from './factor-types.ts';
import { managementSetup } from './management.setup.ts';

type DoneArgs = { readonly event: { readonly output: Result<unknown> } };

const TOO_WEAK_TRANSITION = {
  guard: { type: 'isTooWeak', params: ({ event }: DoneArgs) => event.output },
  target: '#management.tooWeak',
} as const;

/**
 * The states of the screen of a factor type of which the person has a factor. It shows the factors, changes the default
 * method, and offers to register another factor (rule 206).
 */
export const details = managementSetup.createStateConfig({
  description: 'Shows the registered factors of this type.',
  meta: { step: 'details' },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Skips the call when the server has no factor list.',
      always: [{ guard: 'listsFactors', target: 'loading' }, { target: 'showing' }],
    },
    loading: {
      description: 'Loads the details. Without an answer only the name is shown.',
      tags: 'busy',
      invoke: {
        id: 'fetchFactorsOfType',
        src: 'fetchFactorsOfType',
        input: ({ context: { userId, token, factorType } }) => ({
          userId,
          token,
          factorType: factorType ?? FACTOR_TYPES.mobileApp,
        }),
        onDone: [
          TOO_WEAK_TRANSITION,
          { target: 'showing', actions: { type: 'setFactorsOfType', params: ({ event }) => event.output } },
        ],
        onError: 'showing',
      },
    },
    showing: {
      description: 'Waits for a change of the default, or for the registration of another factor.',
      on: {
        'default.toggle': { guard: 'hasDefault', target: 'saving' },
        'factor.register': {
          guard: 'mayRegisterAnother',
          target: '#management.choosing',
          actions: 'setReplacing',
        },
        'step.requested': { actions: raise({ type: 'management.back' }) },
        'management.back': [
          {
            guard: 'canChooseFactorType',
            target: '#management.choosing',
            actions: { type: 'setFactorType', params: null },
          },
          { target: '#management.done', actions: 'end' },
        ],
      },
    },
    saving: {
      description: 'The server saves the default.',
      tags: 'busy',
      invoke: {
        id: 'saveDefault',
        src: 'saveDefault',
        input: ({ context }) => ({
          userId: context.userId,
          token: context.token,
          type: context.flowType,
          code: isDefault(context) ? NO_DEFAULT : (possibleDefault(context) ?? NO_DEFAULT),
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'showing',
            actions: 'setDefault',
          },
          {
            guard: { type: 'isProofExpired', params: ({ event }) => event.output },
            target: '#management.proving',
            actions: 'setProofRequired',
          },
          TOO_WEAK_TRANSITION,
          { target: 'refused', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: null } },
      },
    },
    refused: {
      description: 'A dialog says why the default was not saved.',
      on: { 'failure.dismissed': { target: 'showing', actions: 'clearFailure' } },
    },
  },
});
