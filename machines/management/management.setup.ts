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
  codeOfFactorType,
  contextOfChoice,
  hasAppAlready,
  hasFactor,
  isDefault,
  licenseProblem,
  mayRegisterAnother,
  offeredFactorTypes,
  possibleDefault,
  registrableFactorTypes,
  withFactor,
} from './factor-types.ts';
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

/** The initial values for a factor type, set when another factor type is chosen. */
const NO_FACTORS_OF_TYPE = { factorsOfType: [], hasSetDefault: false };

type TokenAnswer = Result<string>;

/** The event of the button Prev, for each child flow. */
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
  factorType: factorTypeOf(input.code),
  token: '',
  isReplacing: false,
  isChoosing: false,
  factorsOfType: [],
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
    /** Looks up the registered factors, and whether the person has a password. */
    lookUp: port<Result<RegisteredFactors>, { userId: string; clientId: string }>('management.lookUp'),
    /** Verifies the password of the person; returns a token for the identity check (rule 175). */
    reauthenticate: port<
      TokenAnswer,
      { userId: string; clientId: string; policyId: string; password: string }
    >('management.reauthenticate'),
    /** Fetches the factors of a factor type. */
    fetchFactorsOfType: port<
      Result<readonly Factor[]>,
      { userId: string; token: string; factorType: FactorType }
    >('management.fetchFactorsOfType'),
    /** Saves the default method; code 98 saves that there is no default method (spec section 9). */
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
    areFactorsLoaded: (_, answer: Result<RegisteredFactors>) => answer.ok,
    mustSignIn: ({ context: { registered } }) => registered?.mustSignIn === true,
    isBlocked: ({ context }) => licenseProblem(context) !== null,
    hasAppAlready: ({ context }) => hasAppAlready(context),
    /** False for a local account without a password (rule 202). */
    mustGivePassword: ({ context: { registered, isLocalUser } }) =>
      !isLocalUser || registered?.hasPassword === true,
    isBlank: (_, password: string) => password === '',
    isPasswordCorrect: (_, answer: TokenAnswer) => answer.ok,
    isIdentified: (_, outcome: SelfAuthOutput) => outcome.reason === 'passed',
    isCheckOutdated: (_, outcome: SelfAuthOutput) => outcome.reason === 'outdated',
    hasFactorOfType: ({ context: { factorType, registered, isReplacing } }) =>
      factorType !== null && registered !== null && hasFactor(registered, factorType) && !isReplacing,
    listsFactors: ({ context }) => context.listsFactors,
    mayRegisterAnother: ({ context }) => mayRegisterAnother(context),
    wantsOverview: ({ context: { factorType, hasOverview } }) => factorType === null && hasOverview,
    hasOverview: ({ context }) => context.hasOverview,
    hasDefault: ({ context }) => possibleDefault(context) !== null,
    isSaved: (_, answer: Result<unknown>) => answer.ok,
    isProofExpired: (_, answer: Result<unknown>) => isProofExpired(answer),
    wantsFactorType: (_, outcome: FactorsOutput) => 'factorType' in outcome,
    isTooWeak: (_, answer: Result<unknown>) => isTooWeak(answer),
    endedWithWeakProof: (_, outcome: FactorsOutput | RegistrationOutcome) => outcome.reason === 'tooWeak',
    isFactorType: ({ context }, factorType: FactorType) => context.factorType === factorType,
    isOffered: ({ context }, factorType: FactorType) => offeredFactorTypes(context).includes(factorType),
    isRegistered: (_, outcome: RegistrationOutcome) => outcome.reason === 'registered',
    endedWithExpiredProof: (_, outcome: FactorsOutput | RegistrationOutcome) =>
      outcome.reason === 'proofExpired',
    /** The person can return to the choice of the factor type. */
    canChooseFactorType: ({ context }) =>
      context.factorType !== null &&
      factorTypeOf(context.code) === null &&
      (context.hasOverview || offeredFactorTypes(context).length > 1),
    isReplacing: ({ context }) => context.isReplacing,
    /** The only factor type opens immediately, unless the person has returned to the choice. */
    hasOneFactorType: ({ context }) =>
      context.factorType === null && !context.isChoosing && registrableFactorTypes(context).length === 1,
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
    setFactorType: assign((_, factorType: FactorType | null) => ({
      factorType,
      isChoosing: factorType === null,
      isReplacing: false,
      ...NO_FACTORS_OF_TYPE,
    })),
    /** Stores the chosen factor type, and the factors of the overview, which are newer than the factors of the look-up. */
    setFactorChoice: assign(({ context: { registered } }, outcome: FactorsOutput) =>
      'factorType' in outcome ? { ...NO_FACTORS_OF_TYPE, ...contextOfChoice(registered, outcome) } : {},
    ),
    setOnlyFactorType: assign(({ context }) => ({ factorType: offeredFactorTypes(context)[0] ?? null })),
    setReplacing: assign({ isReplacing: true }),
    stopReplacing: assign({ isReplacing: false }),
    /** The browser's Back inside a child flow acts as the button Prev of that flow (rule 198). */
    forwardBack: sendTo(
      (_, part: ChildFlow) => part,
      (_, part: ChildFlow) => ({ type: BACK_EVENTS[part] }),
    ),
    setFactorsOfType: assign((_, answer: Result<readonly Factor[]>) =>
      answer.ok ? { factorsOfType: answer.value } : {},
    ),
    setDefault: assign(({ context }) => ({
      defaultCode: isDefault(context) ? null : possibleDefault(context),
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
    setRegistered: assign(({ context: { factorType, code, registered, hasOverview } }) => {
      if (factorType === null) return {};
      return {
        registered: registered && withFactor(registered, factorType),
        change: hasOverview
          ? { reason: 'changed' as const }
          : { reason: 'registered' as const, code: codeOfFactorType(factorType, code) },
      };
    }),
  },
});
