import { assign, setup } from 'xstate';
import type { Factor, Overview, OwnSession } from '#machines/shared/factor.ts';
import { factorNameGuards, type NameProblem } from '#machines/shared/factor-name.ts';
import { port } from '#machines/shared/port.ts';
import {
  type FactorsInput,
  type FactorsOutput,
  isTooWeak,
  isUnproved,
} from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { countOf, hasRoom } from '#machines/shared/room.ts';
import type { FactorType } from '#wire/factor-types.ts';

export type FactorsEvent =
  | { readonly type: 'overview.retry' }
  | { readonly type: 'overview.back' }
  | { readonly type: 'kind.chosen'; readonly kind: FactorType }
  /** The screen of a kind of which there is a factor. */
  | { readonly type: 'kind.opened'; readonly kind: FactorType }
  | { readonly type: 'factor.rename'; readonly factorId: string }
  | { readonly type: 'factor.remove'; readonly factorId: string }
  | { readonly type: 'session.end'; readonly sessionId: string }
  | { readonly type: 'name.submitted'; readonly name: string }
  | { readonly type: 'name.edited' }
  | { readonly type: 'removal.confirmed' }
  | { readonly type: 'end.confirmed' }
  | { readonly type: 'change.cancelled' }
  | { readonly type: 'failure.dismissed' };

export type FactorsContext = FactorsInput & {
  readonly overview: Overview | null;
  /** The factor that is being changed. */
  readonly subject: Factor | null;
  /** The session that is to be ended. */
  readonly place: OwnSession | null;
  /** What was done last. */
  readonly done: 'renamed' | 'removed' | 'ended' | null;
  readonly problem: NameProblem | null;
  readonly failure: Failure | null;
  readonly output: FactorsOutput;
};

type Call = { readonly userId: string; readonly token: string };
type Answer = Result<unknown>;

const factorIn = ({ overview }: FactorsContext, factorId: string): Factor | undefined =>
  overview?.factors.find((factor) => factor.factorId === factorId);

/** What the overview of a person's factors and sessions is made of. */
export const factorsSetup = setup({
  types: {
    context: {} as FactorsContext,
    events: {} as FactorsEvent,
    input: {} as FactorsInput,
    output: {} as FactorsOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchOverview: port<Result<Overview>, Call>('factors.fetchOverview'),
    rename: port<Answer, Call & { factorId: string; name: string }>('factors.rename'),
    remove: port<Answer, Call & { factorId: string }>('factors.remove'),
    endSession: port<Answer, Call & { sessionId: string }>('factors.endSession'),
  },
  guards: {
    ...factorNameGuards,
    isKnown: (_, answer: Result<Overview>) => answer.ok,
    isDone: (_, answer: Answer) => answer.ok,
    isUnproved: (_, answer: Answer) => isUnproved(answer),
    isTooWeak: (_, answer: Answer) => isTooWeak(answer),
    isOffered: ({ context: { kinds, overview } }, kind: FactorType) =>
      kinds.includes(kind) && hasRoom(overview?.factors ?? [], kind),
    isOwned: ({ context: { kinds, overview } }, kind: FactorType) =>
      kinds.includes(kind) && countOf(overview?.factors ?? [], kind) > 0,
    canRename: ({ context }, factorId: string) => factorIn(context, factorId) !== undefined,
    canRemove: ({ context }, factorId: string) => factorIn(context, factorId)?.isRemovable === true,
    canEnd: ({ context: { overview } }, sessionId: string) =>
      overview?.sessions.some((session) => session.sessionId === sessionId && !session.isThis) === true,
  },
  actions: {
    noteOverview: assign((_, answer: Result<Overview>) => (answer.ok ? { overview: answer.value } : {})),
    noteSubject: assign(({ context }, factorId: string) => ({
      subject: factorIn(context, factorId) ?? null,
      problem: null,
      done: null,
    })),
    notePlace: assign(({ context: { overview } }, sessionId: string) => ({
      place: overview?.sessions.find((session) => session.sessionId === sessionId) ?? null,
      done: null,
    })),
    noteDone: assign((_, done: FactorsContext['done']) => ({ done, subject: null, place: null })),
    noteProblem: assign((_, problem: NameProblem | null) => ({ problem })),
    noteFailure: assign((_, answer: Answer | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null, subject: null, place: null }),
    noteKind: assign(
      (
        { context: { overview } },
        { reason, kind }: { reason: 'registration' | 'holding'; kind: FactorType },
      ) => ({ output: { reason, kind, factors: overview?.factors ?? [] } }),
    ),
    end: assign((_, reason: 'unproved' | 'tooWeak') => ({ output: { reason } })),
  },
});
