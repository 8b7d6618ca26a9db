import { assertEvent } from 'xstate';
import { BAD_NAMES, DUPLICATE } from '#machines/shared/factor-name.ts';
import { unproved } from '#machines/shared/registering.ts';
import type { Result } from '#machines/shared/result.ts';
import { factorNameOf } from '#wire/factor-name.ts';
import { type FactorsContext, factorsSetup } from './factors.setup.ts';

type Answered = { readonly event: { readonly output: Result<unknown> } };

const answerOf = ({ event }: Answered) => event.output;

/** The call of a change as it is asked for what was chosen. */
const changed = (done: NonNullable<FactorsContext['done']>) =>
  ({
    guard: { type: 'isDone', params: answerOf },
    target: 'loading',
    actions: { type: 'noteDone', params: done },
  }) as const;

/** What was proved is forgotten, or would not do to sign in. */
const UNPROVED = unproved('done');

const REFUSED = { target: 'refused', actions: { type: 'noteFailure', params: answerOf } } as const;
const BROKEN = { target: 'refused', actions: { type: 'noteFailure', params: null } } as const;

const subjectOf = ({ userId, token, subject }: FactorsContext) => {
  if (!subject) throw new Error('A factor is changed only after it was chosen');
  return { userId, token, factorId: subject.factorId };
};

/**
 * The overview of the factors and sessions of a person (decisions 217 to 223): a factor gets another name or is taken
 * away, a session is ended.
 */
export const factorsMachine = factorsSetup.createMachine({
  id: 'factors',
  context: ({ input }) => ({
    ...input,
    overview: null,
    subject: null,
    place: null,
    done: null,
    problem: null,
    failure: null,
    output: { reason: 'back' },
  }),
  initial: 'loading',
  output: ({ context }) => context.output,
  states: {
    loading: {
      description: 'Asks what the person has, and where they are signed in.',
      tags: 'busy',
      invoke: {
        id: 'fetchOverview',
        src: 'fetchOverview',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'listing',
            actions: { type: 'noteOverview', params: ({ event }) => event.output },
          },
          ...UNPROVED,
          { target: 'unanswered', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unanswered', actions: { type: 'noteFailure', params: null } },
      },
    },
    unanswered: {
      description: 'No usable answer came. The person can ask again.',
      on: { 'overview.retry': 'loading', 'overview.back': 'done' },
    },
    listing: {
      description: 'Shows factors and sessions and waits for what is to be done.',
      on: {
        'factor.rename': {
          guard: { type: 'canRename', params: ({ event }) => event.factorId },
          target: 'naming',
          actions: { type: 'noteSubject', params: ({ event }) => event.factorId },
        },
        'factor.remove': {
          guard: { type: 'canRemove', params: ({ event }) => event.factorId },
          target: 'confirming',
          actions: { type: 'noteSubject', params: ({ event }) => event.factorId },
        },
        'session.end': {
          guard: { type: 'canEnd', params: ({ event }) => event.sessionId },
          target: 'confirmingEnd',
          actions: { type: 'notePlace', params: ({ event }) => event.sessionId },
        },
        'kind.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.kind },
          target: 'done',
          actions: {
            type: 'noteKind',
            params: ({ event }) => ({ reason: 'registration' as const, kind: event.kind }),
          },
        },
        'kind.opened': {
          guard: { type: 'isOwned', params: ({ event }) => event.kind },
          target: 'done',
          actions: {
            type: 'noteKind',
            params: ({ event }) => ({ reason: 'holding' as const, kind: event.kind }),
          },
        },
        'overview.back': 'done',
      },
    },
    naming: {
      description: 'Waits for another name of a factor.',
      on: {
        'name.submitted': [
          ...BAD_NAMES,
          { target: 'renaming', actions: { type: 'noteProblem', params: null } },
        ],
        'name.edited': { actions: { type: 'noteProblem', params: null } },
        'change.cancelled': 'listing',
      },
    },
    renaming: {
      description: 'The server keeps the name.',
      tags: 'busy',
      invoke: {
        id: 'rename',
        src: 'rename',
        input: ({ context, event }) => {
          assertEvent(event, 'name.submitted');
          return { ...subjectOf(context), name: factorNameOf(event.name) };
        },
        onDone: [changed('renamed'), DUPLICATE, ...UNPROVED, REFUSED],
        onError: BROKEN,
      },
    },
    confirming: {
      description: 'A dialog names the factor and asks once more before it is taken away (decision 221).',
      on: { 'removal.confirmed': 'removing', 'change.cancelled': 'listing' },
    },
    removing: {
      description: 'The server takes the factor away.',
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
      description: 'A dialog names the browser and asks once more before its session is ended.',
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
    refused: {
      description: 'A dialog says why nothing was changed; the list is asked for anew.',
      on: { 'failure.dismissed': { target: 'loading', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type FactorsMachine = typeof factorsMachine;
