import { assign, setup } from 'xstate';
import type { Factor, Overview, OwnSession, RememberedBrowser } from '#machines/shared/factor.ts';
import { canAddFactor, countOf } from '#machines/shared/factor-limits.ts';
import { factorNameGuards, type NameProblem } from '#machines/shared/factor-name.ts';
import { port } from '#machines/shared/port.ts';
import {
  type FactorsInput,
  type FactorsOutput,
  isTooWeak,
  isUnproved,
} from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
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
  | { readonly type: 'remembered.end'; readonly rememberedId: string }
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
  /** The remembered browser that is to be ended. */
  readonly remembered: RememberedBrowser | null;
  /** What was done last. */
  readonly done: 'renamed' | 'removed' | 'ended' | 'forgotten' | null;
  readonly problem: NameProblem | null;
  readonly failure: Failure | null;
  readonly outcome: FactorsOutput | null;
};

type FactorCall = { readonly userId: string; readonly token: string };
type Answer = Result<unknown>;

const factorIn = ({ overview }: FactorsContext, factorId: string): Factor | undefined =>
  overview?.factors.find((factor) => factor.factorId === factorId);

const rememberedIn = ({ overview }: FactorsContext, id: string): RememberedBrowser | undefined =>
  overview?.rememberedBrowsers.find(({ rememberedId }) => rememberedId === id);

/** Setup of the machine of the overview. */
export const factorsSetup = setup({
  types: {
    context: {} as FactorsContext,
    events: {} as FactorsEvent,
    input: {} as FactorsInput,
    output: {} as FactorsOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchOverview: port<Result<Overview>, FactorCall>('factors.fetchOverview'),
    rename: port<Answer, FactorCall & { factorId: string; name: string }>('factors.rename'),
    remove: port<Answer, FactorCall & { factorId: string }>('factors.remove'),
    endSession: port<Answer, FactorCall & { sessionId: string }>('factors.endSession'),
    forgetBrowser: port<Answer, FactorCall & { rememberedId: string }>('factors.forgetBrowser'),
  },
  guards: {
    ...factorNameGuards,
    isKnown: (_, answer: Result<Overview>) => answer.ok,
    isDone: (_, answer: Answer) => answer.ok,
    isUnproved: (_, answer: Answer) => isUnproved(answer),
    isTooWeak: (_, answer: Answer) => isTooWeak(answer),
    isOffered: ({ context: { kinds, overview } }, kind: FactorType) =>
      kinds.includes(kind) && canAddFactor(overview?.factors ?? [], kind),
    isOwned: ({ context: { kinds, overview } }, kind: FactorType) =>
      kinds.includes(kind) && countOf(overview?.factors ?? [], kind) > 0,
    canRename: ({ context }, factorId: string) => factorIn(context, factorId) !== undefined,
    canRemove: ({ context }, factorId: string) => factorIn(context, factorId)?.isRemovable === true,
    canEnd: ({ context: { overview } }, sessionId: string) =>
      overview?.sessions.some((session) => session.sessionId === sessionId && !session.isThis) === true,
    canForget: ({ context }, rememberedId: string) => rememberedIn(context, rememberedId) !== undefined,
  },
  actions: {
    setOverview: assign((_, answer: Result<Overview>) => (answer.ok ? { overview: answer.value } : {})),
    setSubject: assign(({ context }, factorId: string) => ({
      subject: factorIn(context, factorId) ?? null,
      problem: null,
      done: null,
    })),
    setPlace: assign(({ context: { overview } }, sessionId: string) => ({
      place: overview?.sessions.find((session) => session.sessionId === sessionId) ?? null,
      done: null,
    })),
    setRemembered: assign(({ context }, rememberedId: string) => ({
      remembered: rememberedIn(context, rememberedId) ?? null,
      done: null,
    })),
    setDone: assign((_, done: FactorsContext['done']) => ({
      done,
      subject: null,
      place: null,
      remembered: null,
    })),
    setProblem: assign((_, problem: NameProblem | null) => ({ problem })),
    setFailure: assign((_, answer: Answer | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null, subject: null, place: null, remembered: null }),
    setKind: assign(
      (
        { context: { overview } },
        { reason, kind }: { reason: 'registration' | 'holding'; kind: FactorType },
      ) => ({ outcome: { reason, kind, factors: overview?.factors ?? [] } }),
    ),
    end: assign((_, reason: 'back' | 'unproved' | 'tooWeak') => ({ outcome: { reason } })),
  },
});
