import { assign, sendTo, setup } from 'xstate';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import { passwordFlowGuards } from '#machines/shared/password-flow.ts';
import {
  type Link,
  type LinkAnswer,
  type LinkRefusal,
  offeredIdentityMethods,
  type PasswordSetupInput,
  type PasswordSetupOutput,
  type QuestionsInput,
  type QuestionsOutput,
  type SelfAuthInput,
  type SelfAuthOutput,
} from '#machines/shared/password-steps.ts';
import { flow, port } from '#machines/shared/port.ts';
import { canAnswerQuestion, canPassIdentityCheck } from '#machines/shared/reset-proofs.ts';
import type { Failure, Result } from '#machines/shared/result.ts';

export type UrlPasswordInput = {
  /** The ID of the client service in the address; the request of the session does not change (rule 183). */
  readonly clientId: string;
  readonly ak: string;
  readonly isInsideApp: boolean;
  /** Whether a reload has interrupted the flow, which then restarts at the ID with a message (rule 198). */
  readonly hasRestarted: boolean;
};

export type UrlPasswordOutput =
  /** `to` is the return target, `passwordSavedFor` the ID for which a password was saved; empty when it was not saved. */
  | { readonly reason: 'finished'; readonly to: string; readonly passwordSavedFor: string }
  /** The person has left the first step with the button Prev. */
  | { readonly reason: 'back' };

/** The password setting of the service, and the account of the person. */
export type LinkConditions = {
  readonly setting: PasswordSecurity;
  /** Null when the server does not send it. */
  readonly account: Account | null;
};

export type UrlPasswordEvent =
  | { readonly type: 'id.submitted'; readonly userId: string }
  | { readonly type: 'id.edited' }
  | { readonly type: 'method.chosen'; readonly method: 'selfAuth' | 'questions' }
  | { readonly type: 'ending.retry' }
  | { readonly type: 'flow.leave' }
  /** Back or Forward requests a step. */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'step.back' };

/** A call after the password is saved: `answer` saves the answer, `init` ends the link. */
type FinishingCall = 'answer' | 'init';

export type UrlPasswordContext = UrlPasswordInput & {
  readonly userId: string;
  readonly link: Link | null;
  readonly setting: PasswordSecurity | null;
  readonly account: Account | null;
  readonly problem: 'info.enter.id' | null;
  readonly refusal: LinkRefusal | null;
  readonly failure: Failure | null;
  readonly token: string;
  /** The chosen question and answer, until the answer is saved. */
  readonly chosenAnswer: Omit<Extract<QuestionsOutput, { reason: 'chosen' }>, 'reason'> | null;
  /** The calls that have succeeded after the password was saved (rule 121). */
  readonly finishedCalls: readonly FinishingCall[];
  readonly outcome: UrlPasswordOutput | null;
};

type LinkCallInput = { readonly userId: string; readonly token: string };

/** Whether the server refused the answer to the question, so that repeating the call is useless. */
export const isQuestionAnswerRefused = ({ failure }: UrlPasswordContext): boolean =>
  failure?.kind === 'rejected' && failure.code === 'answerRefused';

/** Setup of the machine of a password link. */
export const urlPasswordSetup = setup({
  types: {
    context: {} as UrlPasswordContext,
    events: {} as UrlPasswordEvent,
    input: {} as UrlPasswordInput,
    output: {} as UrlPasswordOutput,
    tags: {} as 'busy',
  },
  actors: {
    verifyLink: port<LinkAnswer, { userId: string; clientId: string; ak: string }>('url-password.verifyLink'),
    fetchConditions: port<Result<LinkConditions>, { userId: string; clientId: string }>(
      'url-password.fetchConditions',
    ),
    'self-auth': flow<SelfAuthInput, SelfAuthOutput>('url-password.selfAuth'),
    questions: flow<QuestionsInput, QuestionsOutput>('url-password.questions'),
    'password-setup': flow<PasswordSetupInput, PasswordSetupOutput>('url-password.passwordSetup'),
    saveAnswer: port<Result<unknown>, LinkCallInput & { questionId: string; answer: string }>(
      'url-password.saveAnswer',
    ),
    endLink: port<Result<unknown>, LinkCallInput & { ak: string }>('url-password.endLink'),
  },
  guards: {
    ...passwordFlowGuards,
    isLinkValid: (_, answer: LinkAnswer) => answer.ok === true,
    isRefused: (_, answer: LinkAnswer) => answer.ok === false,
    /** The link has expired, was used or was closed: only the sign-in is offered (rule 186). */
    hasLinkEnded: ({ context: { refusal } }) => refusal !== null && refusal !== 'invalid',
    isLinkEnded: (_, output: PasswordSetupOutput) => output.reason === 'linkEnded',
    hasConditions: (_, answer: Result<LinkConditions>) => answer.ok,
    createsPassword: ({ context }) => context.link?.kind === 'create',
    canChooseProof: ({ context: { setting, account, isInsideApp } }) =>
      setting?.proof === 'selfAuthOrQnA' &&
      canAnswerQuestion({ setting, account }) &&
      canPassIdentityCheck({ setting, account, isInsideApp }),
    mustAnswerQuestion: ({ context: { setting, account } }) =>
      setting?.proof === 'qna' ||
      (setting?.proof === 'selfAuthOrQnA' && canAnswerQuestion({ setting, account })),
    isChosen: (_, output: QuestionsOutput) => output.reason === 'chosen',
    hasAnswer: ({ context }) => context.chosenAnswer !== null && !context.finishedCalls.includes('answer'),
    hasSucceeded: (_, answer: Result<unknown>) => answer.ok,
    isQuestionAnswerRefused: ({ context }) => isQuestionAnswerRefused(context),
  },
  actions: {
    forwardBack: sendTo((_, step: 'self-auth' | 'questions' | 'password-setup') => step, {
      type: 'step.back',
    }),
    setBlankProblem: assign({
      problem: 'info.enter.id' as const,
      refusal: null,
      failure: null,
      hasRestarted: false,
    }),
    clearProblem: assign({ problem: null, refusal: null, failure: null, hasRestarted: false }),
    setUserId: assign((_, userId: string) => ({ userId: userId.trim() })),
    setLink: assign((_, answer: LinkAnswer) => (answer.ok === true ? { link: answer.link } : {})),
    setRefusal: assign((_, answer: LinkAnswer) => (answer.ok === false ? { refusal: answer.refusal } : {})),
    setLinkEnded: assign((_, output: PasswordSetupOutput) =>
      output.reason === 'linkEnded' ? { refusal: output.refusal, token: '', chosenAnswer: null } : {},
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setConditions: assign((_, answer: Result<LinkConditions>) => (answer.ok ? answer.value : {})),
    setToken: assign((_, output: SelfAuthOutput | QuestionsOutput) =>
      'token' in output ? { token: output.token } : {},
    ),
    setChosenAnswer: assign((_, output: QuestionsOutput) =>
      output.reason === 'chosen' ? { chosenAnswer: output } : {},
    ),
    setFinishedCall: assign(({ context }, part: FinishingCall) => ({
      finishedCalls: [...context.finishedCalls, part],
      failure: null,
    })),
    forgetAnswer: assign({ chosenAnswer: null }),
    dropProof: assign({ token: '', chosenAnswer: null }),
    restart: assign({ token: '', chosenAnswer: null, link: null, hasRestarted: true }),
    end: assign({ outcome: { reason: 'back' } }),
    setFinished: assign(({ context }, { isPasswordSaved }: { readonly isPasswordSaved: boolean }) => ({
      outcome: {
        reason: 'finished' as const,
        to: context.link?.redirectUrl || '/',
        passwordSavedFor: isPasswordSaved ? context.userId : '',
      },
      token: '',
    })),
  },
});

export const initialContext = (input: UrlPasswordInput): UrlPasswordContext => ({
  ...input,
  userId: '',
  link: null,
  setting: null,
  account: null,
  problem: null,
  refusal: null,
  failure: null,
  token: '',
  chosenAnswer: null,
  finishedCalls: [],
  outcome: null,
});

/** Input of the identity check. */
export const selfAuthInput = ({
  userId,
  clientId,
  link,
  setting,
  isInsideApp,
}: UrlPasswordContext): SelfAuthInput => ({
  userId,
  clientId,
  mode: link?.kind ?? 'change',
  offered: offeredIdentityMethods(setting),
  isInsideApp,
  token: '',
});

/** Input of the password setup. */
export const passwordSetupInput = ({
  userId,
  token,
  link,
  setting,
}: UrlPasswordContext): PasswordSetupInput => ({
  userId,
  token,
  type: link?.kind ?? 'change',
  reuseLimit: setting?.passwordReuseLimit ?? 0,
});

/** Input of the question step. */
export const questionsInput = ({ userId, clientId, chosenAnswer }: UrlPasswordContext): QuestionsInput => ({
  userId,
  clientId,
  mode: 'create',
  fetchedQuestions: chosenAnswer?.questions ?? [],
});
