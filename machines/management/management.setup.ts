import { assign, setup } from 'xstate';
import type { FactorType } from '#machines/shared/factor.ts';
import type { SelfAuthMethod } from '#machines/shared/policy.ts';
import { flow, port } from '#machines/shared/port.ts';
import type {
  AppRegistrationInput,
  RegistrationInput,
  RegistrationOutcome,
} from '#machines/shared/registration.ts';
import { type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { codeOfKind, hasAppAlready, kindOf, licenseProblem, offeredKinds } from './kinds.ts';
import type {
  ManagementContext,
  ManagementEvent,
  ManagementInput,
  ManagementOutcome,
  Standing,
} from './management.types.ts';

/** How long the success is shown before the way goes on by itself, in milliseconds (spec section 9). */
const SUCCESS_LIFETIME = 1500;

/** What the identity check is given here: it begins with a token where the password has given one. */
export type CheckInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly token: string;
  readonly selfAuth: Readonly<Record<SelfAuthMethod, boolean>>;
  readonly contacts: ManagementInput['contacts'];
  readonly mobileApp: string | null;
};

export type CheckOutcome =
  | { readonly reason: 'back' | 'unproved' }
  | { readonly reason: 'identified'; readonly token: string };

type RegisterCardInput = RegistrationInput & { readonly hasCard: boolean };
type RegisterPasskeyInput = RegistrationInput & {
  readonly clientId: string;
  readonly isSupported: boolean;
};

type TokenAnswer = Result<string>;

export const begin = (input: ManagementInput): ManagementContext => ({
  ...input,
  standing: null,
  kind: kindOf(input.code),
  token: '',
  isAgain: false,
  problem: null,
  failure: null,
  outcome: { reason: 'back' },
});

/** What the management of factors is made of. */
export const managementSetup = setup({
  types: {
    context: {} as ManagementContext,
    events: {} as ManagementEvent,
    input: {} as ManagementInput,
    output: {} as ManagementOutcome,
    tags: {} as 'busy',
  },
  actors: {
    /** What the person has, and whether there is a password. */
    lookUp: port<Result<Standing>, { userId: string; clientId: string }>('management.lookUp'),
    /** The password once more (decision 175). */
    logInAgain: port<TokenAnswer, { userId: string; clientId: string; policyId: string; password: string }>(
      'management.logInAgain',
    ),
    'identity-check': flow<CheckInput, CheckOutcome>('management.identity-check'),
    'register-card': flow<RegisterCardInput, RegistrationOutcome>('management.register-card'),
    'register-yubikey': flow<RegistrationInput, RegistrationOutcome>('management.register-yubikey'),
    'register-passkey': flow<RegisterPasskeyInput, RegistrationOutcome>('management.register-passkey'),
    'register-app': flow<AppRegistrationInput, RegistrationOutcome>('management.register-app'),
  },
  guards: {
    isKnown: (_, answer: Result<Standing>) => answer.ok,
    isBlocked: ({ context }) => licenseProblem(context) !== null,
    isOccupied: ({ context }) => hasAppAlready(context),
    mustGivePassword: ({ context }) => context.standing?.hasPassword === true,
    isBlank: (_, password: string) => password === '',
    isProved: (_, answer: TokenAnswer) => answer.ok,
    isIdentified: (_, outcome: CheckOutcome) => outcome.reason === 'identified',
    isCheckOver: (_, outcome: CheckOutcome) => outcome.reason === 'unproved',
    mustChoose: ({ context }) => context.kind === null,
    isOf: ({ context }, kind: FactorType) => context.kind === kind,
    isOffered: ({ context }, kind: FactorType) => offeredKinds(context).includes(kind),
    isRegistered: (_, outcome: RegistrationOutcome) => outcome.reason === 'registered',
    isUnproved: (_, outcome: RegistrationOutcome) => outcome.reason === 'unproved',
    hasChosen: ({ context: { code, kind } }) => kind !== null && kindOf(code) === null,
  },
  delays: { successLifetime: SUCCESS_LIFETIME },
  actions: {
    noteStanding: assign((_, answer: Result<Standing>) => (answer.ok ? { standing: answer.value } : {})),
    noteBlank: assign({ problem: 'info.enter.pw' as const }),
    clearProblem: assign({ problem: null }),
    noteToken: assign((_, token: string) => ({ token, isAgain: false })),
    noteAgain: assign({ token: '', isAgain: true }),
    noteKind: assign((_, kind: FactorType | null) => ({ kind })),
    noteFailure: assign((_, answer: Result<unknown> | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null }),
    noteRegistered: assign(({ context: { kind, code } }) =>
      kind === null ? {} : { outcome: { reason: 'registered' as const, code: codeOfKind(kind, code) } },
    ),
  },
});
