import { assign, sendTo, setup } from 'xstate';
import type { Factor } from '#machines/shared/factor.ts';
import type { SelfAuthInput, SelfAuthOutput } from '#machines/shared/password-steps.ts';
import { flow, port } from '#machines/shared/port.ts';
import {
  type AppRegistrationInput,
  type FactorsInput,
  type FactorsOutput,
  isProofExpired,
  isTooWeak,
  type RegistrationInput,
  type RegistrationOutcome,
} from '#machines/shared/registration.ts';
import { type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import {
  chosenKind,
  codeOfKind,
  defaultOf,
  hasAppAlready,
  hasFactor,
  isDefault,
  licenseProblem,
  mayRegisterAnother,
  offeredKinds,
  registrableKinds,
  withFactor,
} from './kinds.ts';
import type {
  ManagementContext,
  ManagementEvent,
  ManagementInput,
  ManagementOutcome,
  RegisteredFactors,
} from './management.types.ts';

/** Time for which the success is shown before the flow continues, in milliseconds (spec section 9). */
const SUCCESS_LIFETIME = 1500;

type RegisterCardInput = RegistrationInput & { readonly hasCard: boolean };
type RegisterPasskeyInput = RegistrationInput & {
  readonly clientId: string;
  readonly isSupported: boolean;
};

/** Reset when another kind is chosen. */
const NO_FACTORS = { factorsOfKind: [], hasSetDefault: false };

type TokenAnswer = Result<string>;

/** The child flows, with the event that is Prev in each. */
const BACK_EVENTS = {
  factors: 'overview.back',
  'self-auth': 'step.back',
  'register-card': 'registration.back',
  'register-yubikey': 'registration.back',
  'register-passkey': 'registration.back',
  'register-app': 'registration.back',
} as const;

type ChildFlow = keyof typeof BACK_EVENTS;

export const initialContext = (input: ManagementInput): ManagementContext => ({
  ...input,
  registered: null,
  kind: factorTypeOf(input.code),
  token: '',
  isReplacing: false,
  isChoosing: false,
  factorsOfKind: [],
  hasSetDefault: false,
  isProofRequiredAgain: false,
  problem: null,
  failure: null,
  change: null,
  outcome: null,
});

/** Setup of the management machine. */
export const managementSetup = setup({
  types: {
    context: {} as ManagementContext,
    events: {} as ManagementEvent,
    input: {} as ManagementInput,
    output: {} as ManagementOutcome,
    tags: {} as 'busy',
  },
  actors: {
    /** The registered factors, and whether there is a password. */
    lookUp: port<Result<RegisteredFactors>, { userId: string; clientId: string }>('management.lookUp'),
    /** The password once more (rule 175). */
    reauthenticate: port<
      TokenAnswer,
      { userId: string; clientId: string; policyId: string; password: string }
    >('management.reauthenticate'),
    /** The factors of a kind; empty where the server does not list them. */
    fetchFactorsOfKind: port<Result<readonly Factor[]>, { userId: string; token: string; kind: FactorType }>(
      'management.fetchFactorsOfKind',
    ),
    /** Makes a method the default, or no method with 98 (spec section 9). */
    saveDefault: port<Result<unknown>, { userId: string; token: string; type: FlowType; code: string }>(
      'management.saveDefault',
    ),
    factors: flow<FactorsInput, FactorsOutput>('management.factors'),
    'self-auth': flow<SelfAuthInput, SelfAuthOutput>('management.self-auth'),
    'register-card': flow<RegisterCardInput, RegistrationOutcome>('management.register-card'),
    'register-yubikey': flow<RegistrationInput, RegistrationOutcome>('management.register-yubikey'),
    'register-passkey': flow<RegisterPasskeyInput, RegistrationOutcome>('management.register-passkey'),
    'register-app': flow<AppRegistrationInput, RegistrationOutcome>('management.register-app'),
  },
  guards: {
    isKnown: (_, answer: Result<RegisteredFactors>) => answer.ok,
    mustSignIn: ({ context: { registered } }) => registered?.mustSignIn === true,
    isBlocked: ({ context }) => licenseProblem(context) !== null,
    hasAppAlready: ({ context }) => hasAppAlready(context),
    /** A local account without a password has none to give (rule 202). */
    mustGivePassword: ({ context: { registered, isLocalUser } }) =>
      !isLocalUser || registered?.hasPassword === true,
    isBlank: (_, password: string) => password === '',
    isProved: (_, answer: TokenAnswer) => answer.ok,
    isIdentified: (_, outcome: SelfAuthOutput) => outcome.reason === 'passed',
    isCheckOutdated: (_, outcome: SelfAuthOutput) => outcome.reason === 'outdated',
    hasFactorOfKind: ({ context: { kind, registered, isReplacing } }) =>
      kind !== null && registered !== null && hasFactor(registered, kind) && !isReplacing,
    listsFactors: ({ context }) => context.listsFactors,
    mayRegisterAnother: ({ context }) => mayRegisterAnother(context),
    wantsOverview: ({ context: { kind, hasOverview } }) => kind === null && hasOverview,
    hasOverview: ({ context }) => context.hasOverview,
    hasDefault: ({ context }) => defaultOf(context) !== null,
    isSaved: (_, answer: Result<unknown>) => answer.ok,
    isProofExpired: (_, answer: Result<unknown>) => isProofExpired(answer),
    wantsKind: (_, outcome: FactorsOutput) => 'kind' in outcome,
    isTooWeak: (_, answer: Result<unknown>) => isTooWeak(answer),
    endedWithWeakProof: (_, outcome: FactorsOutput | RegistrationOutcome) => outcome.reason === 'tooWeak',
    isKind: ({ context }, kind: FactorType) => context.kind === kind,
    isOffered: ({ context }, kind: FactorType) => offeredKinds(context).includes(kind),
    isRegistered: (_, outcome: RegistrationOutcome) => outcome.reason === 'registered',
    endedWithExpiredProof: (_, outcome: FactorsOutput | RegistrationOutcome) =>
      outcome.reason === 'proofExpired',
    /** A factor type can be chosen again. */
    canChooseKind: ({ context }) =>
      context.kind !== null &&
      factorTypeOf(context.code) === null &&
      (context.hasOverview || offeredKinds(context).length > 1),
    isReplacing: ({ context }) => context.isReplacing,
    /** Opened at once, unless the person has come back from it to choose. */
    hasOneKind: ({ context }) =>
      context.kind === null && !context.isChoosing && registrableKinds(context).length === 1,
  },
  delays: { successLifetime: SUCCESS_LIFETIME },
  actions: {
    setRegisteredFactors: assign((_, answer: Result<RegisteredFactors>) =>
      answer.ok ? { registered: answer.value } : {},
    ),
    setBlankProblem: assign({ problem: 'info.enter.pw' as const }),
    clearProblem: assign({ problem: null }),
    setToken: assign((_, token: string) => ({ token, isProofRequiredAgain: false })),
    setProofRequired: assign({ token: '', isProofRequiredAgain: true }),
    setKind: assign((_, kind: FactorType | null) => ({
      kind,
      isChoosing: kind === null,
      isReplacing: false,
      ...NO_FACTORS,
    })),
    /** The overview is newer than what was known before. */
    setChoice: assign(({ context: { registered } }, outcome: FactorsOutput) =>
      'kind' in outcome ? { ...NO_FACTORS, ...chosenKind(registered, outcome) } : {},
    ),
    setOnlyKind: assign(({ context }) => ({ kind: offeredKinds(context)[0] ?? null })),
    setReplacing: assign({ isReplacing: true }),
    stopReplacing: assign({ isReplacing: false }),
    /** Back inside a part is its Prev (rule 198). */
    forwardBack: sendTo(
      (_, part: ChildFlow) => part,
      (_, part: ChildFlow) => ({ type: BACK_EVENTS[part] }),
    ),
    setFactorsOfKind: assign((_, answer: Result<readonly Factor[]>) =>
      answer.ok ? { factorsOfKind: answer.value } : {},
    ),
    setDefault: assign(({ context }) => ({
      defaultCode: isDefault(context) ? null : defaultOf(context),
      hasSetDefault: true,
      change: { reason: 'changed' as const },
    })),
    end: assign(({ context: { change } }) => ({ outcome: change ?? { reason: 'back' } })),
    setSignIn: assign({ outcome: { reason: 'signIn' } as const }),
    setChanged: assign({ outcome: { reason: 'changed' } as const }),
    setFailure: assign((_, answer: Result<unknown> | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null }),
    setRegistered: assign(({ context: { kind, code, registered, hasOverview } }) => {
      if (kind === null) return {};
      return {
        registered: registered && withFactor(registered, kind),
        change: hasOverview
          ? { reason: 'changed' as const }
          : { reason: 'registered' as const, code: codeOfKind(kind, code) },
      };
    }),
  },
});
