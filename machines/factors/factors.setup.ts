import { assign, setup } from 'xstate';
import type { Factor, Overview, PersonSession, RememberedBrowser } from '#machines/shared/factor.ts';
import { canAddFactor, countFactors } from '#machines/shared/factor-limits.ts';
import { type FactorNameProblem, factorNameGuards } from '#machines/shared/factor-name.ts';
import { port } from '#machines/shared/port.ts';
import {
  type FactorsInput,
  type FactorsOutput,
  isProofExpired,
  isTooWeak,
} from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { FactorType } from '#wire/factor-types.ts';

export type FactorsEvent =
  | { readonly type: 'overview.retry' }
  | { readonly type: 'overview.back' }
  /** The person wants to register another factor of a type. */
  | { readonly type: 'type.chosen'; readonly factorType: FactorType }
  /** The person opens the screen of a factor type, of which they have a factor. */
  | { readonly type: 'type.opened'; readonly factorType: FactorType }
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
  readonly selectedFactor: Factor | null;
  /** The session that is to be ended. */
  readonly selectedSession: PersonSession | null;
  /** The remembered browser that is to be ended. */
  readonly selectedBrowser: RememberedBrowser | null;
  /** The last change, which a message reports. */
  readonly lastChange: 'renamed' | 'removed' | 'ended' | 'forgotten' | null;
  readonly problem: FactorNameProblem | null;
  readonly failure: Failure | null;
  readonly outcome: FactorsOutput | null;
};

type FactorCallInput = { readonly userId: string; readonly token: string };
type Answer = Result<unknown>;

const findFactor = ({ overview }: FactorsContext, factorId: string): Factor | undefined =>
  overview?.factors.find((factor) => factor.factorId === factorId);

const findRememberedBrowser = ({ overview }: FactorsContext, id: string): RememberedBrowser | undefined =>
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
    fetchOverview: port<Result<Overview>, FactorCallInput>('factors.fetchOverview'),
    rename: port<Answer, FactorCallInput & { factorId: string; name: string }>('factors.rename'),
    remove: port<Answer, FactorCallInput & { factorId: string }>('factors.remove'),
    endSession: port<Answer, FactorCallInput & { sessionId: string }>('factors.endSession'),
    forgetBrowser: port<Answer, FactorCallInput & { rememberedId: string }>('factors.forgetBrowser'),
  },
  guards: {
    ...factorNameGuards,
    isOverviewLoaded: (_, answer: Result<Overview>) => answer.ok,
    hasSucceeded: (_, answer: Answer) => answer.ok,
    isProofExpired: (_, answer: Answer) => isProofExpired(answer),
    isTooWeak: (_, answer: Answer) => isTooWeak(answer),
    isOffered: ({ context: { factorTypes, overview } }, factorType: FactorType) =>
      factorTypes.includes(factorType) && canAddFactor(overview?.factors ?? [], factorType),
    isRegisteredType: ({ context: { factorTypes, overview } }, factorType: FactorType) =>
      factorTypes.includes(factorType) && countFactors(overview?.factors ?? [], factorType) > 0,
    canRename: ({ context }, factorId: string) => findFactor(context, factorId) !== undefined,
    canRemove: ({ context }, factorId: string) => findFactor(context, factorId)?.isRemovable === true,
    canEndSession: ({ context: { overview } }, sessionId: string) =>
      overview?.sessions.some((session) => session.sessionId === sessionId && !session.isThis) === true,
    canForgetBrowser: ({ context }, rememberedId: string) =>
      findRememberedBrowser(context, rememberedId) !== undefined,
  },
  actions: {
    setOverview: assign((_, answer: Result<Overview>) => (answer.ok ? { overview: answer.value } : {})),
    setSelectedFactor: assign(({ context }, factorId: string) => ({
      selectedFactor: findFactor(context, factorId) ?? null,
      problem: null,
      lastChange: null,
    })),
    setSelectedSession: assign(({ context: { overview } }, sessionId: string) => ({
      selectedSession: overview?.sessions.find((session) => session.sessionId === sessionId) ?? null,
      lastChange: null,
    })),
    setSelectedBrowser: assign(({ context }, rememberedId: string) => ({
      selectedBrowser: findRememberedBrowser(context, rememberedId) ?? null,
      lastChange: null,
    })),
    setLastChange: assign((_, lastChange: FactorsContext['lastChange']) => ({
      lastChange,
      selectedFactor: null,
      selectedSession: null,
      selectedBrowser: null,
    })),
    setProblem: assign((_, problem: FactorNameProblem | null) => ({ problem })),
    /** Stores the failure of a call; null stands for an unexpected failure. */
    setFailure: assign((_, answer: Answer | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({
      failure: null,
      selectedFactor: null,
      selectedSession: null,
      selectedBrowser: null,
    }),
    /** Sets the outcome with the chosen factor type. */
    setTypeOutcome: assign(
      (
        { context: { overview } },
        { reason, factorType }: { reason: 'registration' | 'details'; factorType: FactorType },
      ) => ({ outcome: { reason, factorType, factors: overview?.factors ?? [] } }),
    ),
    end: assign((_, reason: 'back' | 'proofExpired' | 'tooWeak') => ({ outcome: { reason } })),
  },
});
