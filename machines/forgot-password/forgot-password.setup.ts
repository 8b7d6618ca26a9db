import { assign, sendTo, setup } from 'xstate';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import { passwordFlowGuards } from '#machines/shared/password-flow.ts';
import type {
  PasswordSetupInput,
  PasswordSetupOutput,
  QuestionsInput,
  QuestionsOutput,
  SelfAuthInput,
  SelfAuthOutput,
} from '#machines/shared/password-steps.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { flow, port } from '#machines/shared/port.ts';
import {
  canAnswerQuestion,
  canPassIdentityCheck,
  type ResetProofConditions,
} from '#machines/shared/reset-proofs.ts';
import type { Failure, Result } from '#machines/shared/result.ts';

/** A person and the policy that applies to them. */
type IdentifiedPerson = { readonly userId: string; readonly policy: Policy };

export type ForgotPasswordInput = {
  /** Empty when no person is identified: the person then enters the ID first (rule 119). */
  readonly userId: string;
  readonly clientId: string;
  readonly isInsideApp: boolean;
  /** Whether a reload has interrupted the flow, which then restarts at the ID with a message (rule 198). */
  readonly hasRestarted: boolean;
};

export type ForgotPasswordOutput =
  /** The new password was saved for the identified person. `authType` is a value of the person's policy. */
  | {
      readonly reason: 'saved';
      readonly identified: IdentifiedPerson | null;
      readonly authType: Policy['authType'];
    }
  | { readonly reason: 'back' };

/** The password setting of the service, and the account of the person. */
export type ResetConditions = { readonly setting: PasswordSecurity; readonly account: Account };

export type ForgotPasswordEvent =
  | { readonly type: 'id.submitted'; readonly userId: string }
  | { readonly type: 'id.edited' }
  | { readonly type: 'method.chosen'; readonly method: 'selfAuth' | 'questions' }
  /** Back or Forward requests a step. */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'step.back' };

type ForgotPasswordContext = ForgotPasswordInput & {
  readonly identified: IdentifiedPerson | null;
  readonly conditions: ResetConditions | null;
  readonly problem: 'info.enter.id' | null;
  readonly failure: Failure | null;
  readonly token: string;
  readonly outcome: ForgotPasswordOutput | null;
};

type PolicyCheckResult = Result<IdentifiedPerson>;
type ResetConditionsAnswer = Result<ResetConditions>;

/** The values that decide how the person can prove their identity. */
const resetProofConditions = (
  { identified, isInsideApp }: Pick<ForgotPasswordContext, 'identified' | 'isInsideApp'>,
  conditions: ResetConditions,
): ResetProofConditions => ({
  ...conditions,
  isInsideApp,
  mobileApp: identified?.policy.userTokens.mobileApp ?? null,
});

/** Whether the person may reset the password (spec section 6), and can answer a question or pass the identity check. */
function isResetAllowed(context: ForgotPasswordContext, conditions: ResetConditions): boolean {
  const { setting, account } = conditions;
  const isOffered =
    context.identified?.policy.isLocalUser === true && setting.offersPasswordChange && account.canSetPassword;
  return (
    isOffered &&
    (canAnswerQuestion(conditions) || canPassIdentityCheck(resetProofConditions(context, conditions)))
  );
}

/** Setup of the machine of the flow for a forgotten password. */
export const forgotPasswordSetup = setup({
  types: {
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    input: {} as ForgotPasswordInput,
    output: {} as ForgotPasswordOutput,
    tags: {} as 'busy',
  },
  actors: {
    checkPolicy: port<PolicyCheckResult, { userId: string; clientId: string }>('forgot-password.checkPolicy'),
    fetchResetConditions: port<ResetConditionsAnswer, { userId: string; clientId: string }>(
      'forgot-password.fetchResetConditions',
    ),
    'self-auth': flow<SelfAuthInput, SelfAuthOutput>('forgot-password.selfAuth'),
    questions: flow<QuestionsInput, QuestionsOutput>('forgot-password.questions'),
    'password-setup': flow<PasswordSetupInput, PasswordSetupOutput>('forgot-password.passwordSetup'),
  },
  guards: {
    ...passwordFlowGuards,
    canSkipId: ({ context: { userId, hasRestarted } }) => userId !== '' && !hasRestarted,
    isIdentified: (_, answer: PolicyCheckResult) => answer.ok,
    isResetAllowed: ({ context }, answer: ResetConditionsAnswer) =>
      answer.ok && isResetAllowed(context, answer.value),
    isResetForbidden: (_, answer: ResetConditionsAnswer) => answer.ok,
    canChooseProof: ({ context }) =>
      context.conditions !== null &&
      canAnswerQuestion(context.conditions) &&
      canPassIdentityCheck(resetProofConditions(context, context.conditions)),
    mustAnswerQuestion: ({ context }) => context.conditions !== null && canAnswerQuestion(context.conditions),
  },
  actions: {
    forwardBack: sendTo((_, step: 'self-auth' | 'questions' | 'password-setup') => step, {
      type: 'step.back',
    }),
    setBlankProblem: assign({ problem: 'info.enter.id' as const, failure: null, hasRestarted: false }),
    clearProblem: assign({ problem: null, failure: null, hasRestarted: false }),
    setUserId: assign((_, userId: string) => ({ userId: userId.trim() })),
    setIdentified: assign((_, answer: PolicyCheckResult) =>
      answer.ok ? { identified: answer.value, userId: answer.value.userId } : {},
    ),
    setConditions: assign((_, answer: ResetConditionsAnswer) =>
      answer.ok ? { conditions: answer.value } : {},
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setToken: assign((_, output: SelfAuthOutput | QuestionsOutput) =>
      'token' in output ? { token: output.token } : {},
    ),
    dropProof: assign({ token: '' }),
    restart: assign({ token: '', hasRestarted: true }),
    end: assign({ outcome: { reason: 'back' } }),
    setSaved: assign(({ context: { identified } }) => ({
      outcome: { reason: 'saved' as const, identified, authType: identified?.policy.authType ?? 'other' },
    })),
  },
});
