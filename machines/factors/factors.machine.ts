import { assertEvent } from 'xstate';
import { DUPLICATE_NAME_TRANSITION, INVALID_NAME_TRANSITIONS } from '#machines/shared/factor-name.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { proofRefusalTransitions } from '#machines/shared/registration-flow.ts';
import type { Result } from '#machines/shared/result.ts';
import { normalisedFactorName } from '#wire/factor-name.ts';
import { type FactorsContext, factorsSetup } from './factors.setup.ts';

type DoneArgs = { readonly event: { readonly output: Result<unknown> } };

const answerOf = ({ event }: DoneArgs) => event.output;

/** The transition after a change was saved. */
const changedTransition = (lastChange: NonNullable<FactorsContext['lastChange']>) =>
  ({
    guard: { type: 'hasSucceeded', params: answerOf },
    target: 'loading',
    actions: { type: 'setLastChange', params: lastChange },
  }) as const;

/** Transitions after a call whose identity proof has expired or is too weak. */
const PROOF_REFUSAL_TRANSITIONS = proofRefusalTransitions('done');

const REFUSED_TRANSITION = { target: 'refused', actions: { type: 'setFailure', params: answerOf } } as const;
const UNEXPECTED_TRANSITION = { target: 'refused', actions: { type: 'setFailure', params: null } } as const;

/** Input of a call that changes the selected factor. */
const factorInput = ({ userId, token, selectedFactor }: FactorsContext) => {
  if (!selectedFactor) throw new Error('A factor is changed only after it was chosen');
  return { userId, token, factorId: selectedFactor.factorId };
};

/**
 * The overview of a person's factors and sessions (rules 217 to 223): rename or remove a factor, end a
 * session or a remembered browser.
 */
export const factorsMachine = factorsSetup.createMachine({
  id: 'factors',
  context: ({ input }) => ({
    ...input,
    overview: null,
    selectedFactor: null,
    selectedSession: null,
    selectedBrowser: null,
    lastChange: null,
    problem: null,
    failure: null,
    outcome: null,
  }),
  initial: 'loading',
  output: ({ context }) => requireOutcome(context),
  states: {
    loading: {
      description: 'Loads the factors and sessions of the person.',
      tags: 'busy',
      invoke: {
        id: 'fetchOverview',
        src: 'fetchOverview',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isOverviewLoaded', params: ({ event }) => event.output },
            target: 'listing',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
          },
          ...PROOF_REFUSAL_TRANSITIONS,
          { target: 'unanswered', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unanswered', actions: { type: 'setFailure', params: null } },
      },
    },
    unanswered: {
      description: 'There was no usable answer. The person can retry.',
      on: {
        'overview.retry': 'loading',
        'overview.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    listing: {
      description: 'Shows factors and sessions and waits for a choice.',
      on: {
        'factor.rename': {
          guard: { type: 'canRename', params: ({ event }) => event.factorId },
          target: 'naming',
          actions: { type: 'setSelectedFactor', params: ({ event }) => event.factorId },
        },
        'factor.remove': {
          guard: { type: 'canRemove', params: ({ event }) => event.factorId },
          target: 'confirming',
          actions: { type: 'setSelectedFactor', params: ({ event }) => event.factorId },
        },
        'session.end': {
          guard: { type: 'canEndSession', params: ({ event }) => event.sessionId },
          target: 'confirmingEnd',
          actions: { type: 'setSelectedSession', params: ({ event }) => event.sessionId },
        },
        'remembered.end': {
          guard: { type: 'canForgetBrowser', params: ({ event }) => event.rememberedId },
          target: 'confirmingForget',
          actions: { type: 'setSelectedBrowser', params: ({ event }) => event.rememberedId },
        },
        'type.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.factorType },
          target: 'done',
          actions: {
            type: 'setTypeOutcome',
            params: ({ event }) => ({ reason: 'registration' as const, factorType: event.factorType }),
          },
        },
        'type.opened': {
          guard: { type: 'isRegisteredType', params: ({ event }) => event.factorType },
          target: 'done',
          actions: {
            type: 'setTypeOutcome',
            params: ({ event }) => ({ reason: 'details' as const, factorType: event.factorType }),
          },
        },
        'overview.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    naming: {
      description: 'Waits for the new name of a factor.',
      on: {
        'name.submitted': [
          ...INVALID_NAME_TRANSITIONS,
          { target: 'renaming', actions: { type: 'setProblem', params: null } },
        ],
        'name.edited': { actions: { type: 'setProblem', params: null } },
        'change.cancelled': 'listing',
      },
    },
    renaming: {
      description: 'The server saves the name.',
      tags: 'busy',
      invoke: {
        id: 'rename',
        src: 'rename',
        input: ({ context, event }) => {
          assertEvent(event, 'name.submitted');
          return { ...factorInput(context), name: normalisedFactorName(event.name) };
        },
        onDone: [
          changedTransition('renamed'),
          DUPLICATE_NAME_TRANSITION,
          ...PROOF_REFUSAL_TRANSITIONS,
          REFUSED_TRANSITION,
        ],
        onError: UNEXPECTED_TRANSITION,
      },
    },
    confirming: {
      description: 'A dialog asks for confirmation before the factor is removed (rule 221).',
      on: { 'removal.confirmed': 'removing', 'change.cancelled': 'listing' },
    },
    removing: {
      description: 'The server removes the factor.',
      tags: 'busy',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => factorInput(context),
        onDone: [changedTransition('removed'), ...PROOF_REFUSAL_TRANSITIONS, REFUSED_TRANSITION],
        onError: UNEXPECTED_TRANSITION,
      },
    },
    confirmingEnd: {
      description: 'A dialog asks for confirmation before the session of a browser is ended.',
      on: { 'end.confirmed': 'ending', 'change.cancelled': 'listing' },
    },
    ending: {
      description: 'The server ends a session of the person.',
      tags: 'busy',
      invoke: {
        id: 'endSession',
        src: 'endSession',
        input: ({ context: { userId, token, selectedSession } }) => ({
          userId,
          token,
          sessionId: selectedSession?.sessionId ?? '',
        }),
        onDone: [changedTransition('ended'), ...PROOF_REFUSAL_TRANSITIONS, REFUSED_TRANSITION],
        onError: UNEXPECTED_TRANSITION,
      },
    },
    confirmingForget: {
      description: 'A dialog asks for confirmation before a remembered browser is ended.',
      on: { 'end.confirmed': 'forgetting', 'change.cancelled': 'listing' },
    },
    forgetting: {
      description: 'The server ends a remembered browser.',
      tags: 'busy',
      invoke: {
        id: 'forgetBrowser',
        src: 'forgetBrowser',
        input: ({ context: { userId, token, selectedBrowser } }) => ({
          userId,
          token,
          rememberedId: selectedBrowser?.rememberedId ?? '',
        }),
        onDone: [changedTransition('forgotten'), ...PROOF_REFUSAL_TRANSITIONS, REFUSED_TRANSITION],
        onError: UNEXPECTED_TRANSITION,
      },
    },
    refused: {
      description: 'A dialog says why nothing was changed; then the list is reloaded.',
      on: { 'failure.dismissed': { target: 'loading', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type FactorsMachine = typeof factorsMachine;
