import { assign, setup } from 'xstate';
import { isOutdated } from '#machines/shared/outcome.ts';
import {
  LINK_REFUSALS,
  type LinkRefusal,
  type PasswordSetupInput,
  type PasswordSetupOutput,
} from '#machines/shared/password-steps.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import {
  brokenRules,
  DEFAULT_LEVEL,
  isTooLong,
  type PasswordStrength,
  strengthOf,
} from '#wire/password-rules.ts';

/** A problem with the typed passwords. Only `inUse` (the current password) is found by a call. */
export type PasswordProblem = 'empty' | 'unconfirmed' | 'different' | 'tooLong' | 'invalid' | 'inUse';

export type PasswordSetupEvent =
  | { readonly type: 'password.submitted'; readonly password: string; readonly confirmation: string }
  | { readonly type: 'password.edited' }
  | { readonly type: 'step.back' };

type PasswordSetupContext = PasswordSetupInput & {
  readonly strength: PasswordStrength;
  readonly problem: PasswordProblem | null;
  readonly failure: Failure | null;
  /** The password of a save call without an answer: saving the same password again repeats only that call (rule 185). */
  readonly unansweredPassword: string;
  readonly outcome: PasswordSetupOutput | null;
};

type TypedPasswords = { readonly password: string; readonly confirmation: string };
type StrengthAnswer = Result<PasswordStrength>;
/** Whether the password is the current password. */
type CurrentPasswordAnswer = Result<boolean>;
type SaveAnswer = Result<{ readonly to: string }>;
type PasswordCallInput = { readonly userId: string; readonly token: string; readonly password: string };

const trimPasswords = ({ password, confirmation }: TypedPasswords): TypedPasswords => ({
  password: password.trim(),
  confirmation: confirmation.trim(),
});

function passwordProblem(passwords: TypedPasswords, strength: PasswordStrength): PasswordProblem | null {
  const { password, confirmation } = trimPasswords(passwords);
  if (password === '') return 'empty';
  if (confirmation === '') return 'unconfirmed';
  if (password !== confirmation) return 'different';
  if (isTooLong(password)) return 'tooLong';
  return brokenRules(password, strength).length > 0 ? 'invalid' : null;
}

/** The required strength in a refusal, which may be newer than the strength that the page has. */
const strengthOfRefusal = (failure: Failure): { readonly strength?: PasswordStrength } =>
  failure.kind === 'rejected' && failure.code === 'ruleViolation' && 'level' in failure.details
    ? { strength: strengthOf(failure.details) }
    : {};

const linkRefusalIn = (answer: SaveAnswer): LinkRefusal | undefined =>
  !answer.ok && answer.failure.kind === 'rejected' ? LINK_REFUSALS.get(answer.failure.code) : undefined;

/** Setup of the password-setup machine. */
export const passwordSetupSetup = setup({
  types: {
    context: {} as PasswordSetupContext,
    events: {} as PasswordSetupEvent,
    input: {} as PasswordSetupInput,
    output: {} as PasswordSetupOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchLevel: port<StrengthAnswer, { token: string }>('password-setup.fetchLevel'),
    checkInUse: port<CurrentPasswordAnswer, PasswordCallInput>('password-setup.checkInUse'),
    savePassword: port<SaveAnswer, PasswordCallInput & { type: 'create' | 'change' }>(
      'password-setup.savePassword',
    ),
  },
  guards: {
    hasProblem: ({ context }, passwords: TypedPasswords) =>
      passwordProblem(passwords, context.strength) !== null,
    isRetry: ({ context }, { password }: TypedPasswords) =>
      context.unansweredPassword !== '' && context.unansweredPassword === password.trim(),
    isPasswordChange: ({ context }) => context.type === 'change',
    isInUse: (_, answer: CurrentPasswordAnswer) => answer.ok && answer.value,
    isNotInUse: (_, answer: CurrentPasswordAnswer) => answer.ok,
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
    isSaved: (_, answer: SaveAnswer) => answer.ok,
    isLinkEnded: (_, answer: SaveAnswer) => linkRefusalIn(answer) !== undefined,
    isUnanswered: (_, answer: SaveAnswer) => !answer.ok && answer.failure.kind === 'unreachable',
  },
  actions: {
    setStrength: assign((_, answer: StrengthAnswer) => (answer.ok ? { strength: answer.value } : {})),
    setProblem: assign(({ context }, passwords: TypedPasswords) => ({
      problem: passwordProblem(passwords, context.strength),
      failure: null,
    })),
    setInUseProblem: assign({ problem: 'inUse' as const }),
    clearProblem: assign({ problem: null, failure: null }),
    setFailure: assign((_, failure: Failure) => ({ failure, ...strengthOfRefusal(failure) })),
    setUnansweredPassword: assign((_, { password }: TypedPasswords) => ({
      unansweredPassword: password.trim(),
    })),
    forgetTypedPassword: assign({ unansweredPassword: '' }),
    setSaved: assign((_, answer: SaveAnswer) =>
      answer.ok ? { outcome: { reason: 'saved' as const, to: answer.value.to } } : {},
    ),
    setLinkEnded: assign((_, answer: SaveAnswer) => {
      const refusal = linkRefusalIn(answer);
      return refusal ? { outcome: { reason: 'linkEnded' as const, refusal } } : {};
    }),
    end: assign((_, reason: 'back' | 'outdated') => ({ outcome: { reason } })),
  },
});

export const initialContext = (input: PasswordSetupInput): PasswordSetupContext => ({
  ...input,
  strength: { level: DEFAULT_LEVEL, twoKinds: false },
  problem: null,
  failure: null,
  unansweredPassword: '',
  outcome: null,
});
