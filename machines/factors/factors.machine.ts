import { assertEvent } from 'xstate';
import { DUPLICATE, INVALID_NAME_TRANSITIONS } from '#machines/shared/factor-name.ts';
import { outcomeIn } from '#machines/shared/outcome.ts';
import { unproved } from '#machines/shared/registering.ts';
import type { Result } from '#machines/shared/result.ts';
import { normalisedFactorName } from '#wire/factor-name.ts';
import { type FactorsContext, factorsSetup } from './factors.setup.ts';

type DoneArgs = { readonly event: { readonly output: Result<unknown> } };

const answerOf = ({ event }: DoneArgs) => event.output;

/** The call that makes the chosen change. */
const changed = (done: NonNullable<FactorsContext['done']>) =>
  ({
    guard: { type: 'isDone', params: answerOf },
    target: 'loading',
    actions: { type: 'setDone', params: done },
  }) as const;

/** The proof has expired, or is too weak to sign in. */
const UNPROVED = unproved('done');

const REFUSED = { target: 'refused', actions: { type: 'setFailure', params: answerOf } } as const;
const BROKEN = { target: 'refused', actions: { type: 'setFailure', params: null } } as const;

const subjectOf = ({ userId, token, subject }: FactorsContext) => {
  if (!subject) throw new Error('A factor is changed only after it was chosen');
  return { userId, token, factorId: subject.factorId };
};

/**
 * The overview of a person's factors and sessions (decisions 217 to 223): rename or remove a factor, end a
 * session or a remembered browser.
 */
export const factorsMachine = factorsSetup.createMachine({
  id: 'factors',
  context: ({ input }) => ({
    ...input,
    overview: null,
    subject: null,
    place: null,
    remembered: null,
    done: null,
    problem: null,
    failure: null,
    outcome: null,
  }),
  initial: 'loading',
  output: ({ context }) => outcomeIn(context),
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
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'listing',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
          },
          ...UNPROVED,
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
          actions: { type: 'setSubject', params: ({ event }) => event.factorId },
        },
        'factor.remove': {
          guard: { type: 'canRemove', params: ({ event }) => event.factorId },
          target: 'confirming',
          actions: { type: 'setSubject', params: ({ event }) => event.factorId },
        },
        'session.end': {
          guard: { type: 'canEnd', params: ({ event }) => event.sessionId },
          target: 'confirmingEnd',
          actions: { type: 'setPlace', params: ({ event }) => event.sessionId },
        },
        'remembered.end': {
          guard: { type: 'canForget', params: ({ event }) => event.rememberedId },
          target: 'confirmingForget',
          actions: { type: 'setRemembered', params: ({ event }) => event.rememberedId },
        },
        'kind.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.kind },
          target: 'done',
          actions: {
            type: 'setKind',
            params: ({ event }) => ({ reason: 'registration' as const, kind: event.kind }),
          },
        },
        'kind.opened': {
          guard: { type: 'isOwned', params: ({ event }) => event.kind },
          target: 'done',
          actions: {
            type: 'setKind',
            params: ({ event }) => ({ reason: 'holding' as const, kind: event.kind }),
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
          return { ...subjectOf(context), name: normalisedFactorName(event.name) };
        },
        onDone: [changed('renamed'), DUPLICATE, ...UNPROVED, REFUSED],
        onError: BROKEN,
      },
    },
    confirming: {
      description: 'A dialog asks for confirmation before the factor is removed (decision 221).',
      on: { 'removal.confirmed': 'removing', 'change.cancelled': 'listing' },
    },
    removing: {
      description: 'The server removes the factor.',
      tags: 'busy',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => subjectOf(context),
        onDone: [changed('removed'), ...UNPROVED, REFUSED],
        onError: BROKEN,
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
        input: ({ context: { userId, token, place } }) => ({
          userId,
          token,
          sessionId: place?.sessionId ?? '',
        }),
        onDone: [changed('ended'), ...UNPROVED, REFUSED],
        onError: BROKEN,
      },
    },
    confirmingForget: {
      description: 'A dialog asks for confirmation before a browser is asked for the second step again.',
      on: { 'end.confirmed': 'forgetting', 'change.cancelled': 'listing' },
    },
    forgetting: {
      description: 'The server ends a remembered browser.',
      tags: 'busy',
      invoke: {
        id: 'forgetBrowser',
        src: 'forgetBrowser',
        input: ({ context: { userId, token, remembered } }) => ({
          userId,
          token,
          rememberedId: remembered?.rememberedId ?? '',
        }),
        onDone: [changed('forgotten'), ...UNPROVED, REFUSED],
        onError: BROKEN,
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
