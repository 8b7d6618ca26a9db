import { assign, sendTo, setup } from 'xstate';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
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
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

/** A person whose policy is known. */
type Identified = { readonly userId: string; readonly policy: Policy };

export type ForgotPasswordInput = {
  /** Empty when nobody is known: the ID is asked for first (decision 119). */
  readonly userId: string;
  readonly clientId: string;
  readonly isInsideApp: boolean;
};

export type ForgotPasswordOutput =
  /** The person who was identified here, and how the policy lets them sign in. */
  | {
      readonly reason: 'saved';
      readonly identified: Identified | null;
      readonly authType: Policy['authType'];
    }
  | { readonly reason: 'back' };

/** What the server says about the person and the service. */
export type Forgetting = { readonly setting: PasswordSecurity; readonly account: Account };

export type ForgotPasswordEvent =
  | { readonly type: 'id.submitted'; readonly userId: string }
  | { readonly type: 'id.edited' }
  | { readonly type: 'method.chosen'; readonly method: 'selfAuth' | 'questions' }
  /** The browser stands at the entry of a step. */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'step.back' };

type ForgotPasswordContext = ForgotPasswordInput & {
  readonly identified: Identified | null;
  readonly allowed: Forgetting | null;
  readonly problem: 'info.enter.id' | null;
  readonly failure: Failure | null;
  readonly hasRestarted: boolean;
  readonly token: string;
  readonly output: ForgotPasswordOutput;
};

type PolicyAnswer = Result<Identified>;
type ForgettingAnswer = Result<Forgetting>;

/** Whether the person may reset the password by themselves (spec section 6). */
const isAllowed = (identified: Identified | null, { setting, account }: Forgetting): boolean =>
  identified?.policy.isLocalUser === true && setting.offersPasswordChange && account.canSetPassword;

/** The forgot flow (spec section 4): who one is, by the setting, then a new password. */
export const forgotPasswordMachine = setup({
  types: {
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    input: {} as ForgotPasswordInput,
    output: {} as ForgotPasswordOutput,
    tags: {} as 'busy',
  },
  actors: {
    checkPolicy: port<PolicyAnswer, { userId: string; clientId: string }>('forgot-password.checkPolicy'),
    fetchForgetting: port<ForgettingAnswer, { userId: string; clientId: string }>(
      'forgot-password.fetchForgetting',
    ),
    'self-auth': flow<SelfAuthInput, SelfAuthOutput>('forgot-password.selfAuth'),
    questions: flow<QuestionsInput, QuestionsOutput>('forgot-password.questions'),
    'password-setup': flow<PasswordSetupInput, PasswordSetupOutput>('forgot-password.passwordSetup'),
  },
  guards: {
    isKnown: ({ context }) => context.userId !== '',
    isBlank: (_, userId: string) => userId.trim() === '',
    isIdentified: (_, answer: PolicyAnswer) => answer.ok,
    isAllowed: ({ context }, answer: ForgettingAnswer) =>
      answer.ok && isAllowed(context.identified, answer.value),
    isForbidden: (_, answer: ForgettingAnswer) => answer.ok,
    choosesMethod: ({ context }) => context.allowed?.setting.proof === 'selfAuthOrQnA',
    asksQuestion: ({ context }) => context.allowed?.setting.proof === 'qna',
    wantsQuestion: (_, method: 'selfAuth' | 'questions') => method === 'questions',
    isPassed: (_, output: SelfAuthOutput) => output.reason === 'passed',
    isAnswered: (_, output: QuestionsOutput) => output.reason === 'answered',
    isSaved: (_, output: PasswordSetupOutput) => output.reason === 'saved',
    isOutdated: (_, output: { readonly reason: string }) => output.reason === 'outdated',
    /** Back is Prev, and Forward goes no further than what is earned (decision 198). */
    leavesProof: (_, step: string) => step !== 'proof',
  },
  actions: {
    askBack: sendTo((_, step: 'self-auth' | 'questions' | 'password-setup') => step, { type: 'step.back' }),
    noteBlank: assign({ problem: 'info.enter.id' as const, failure: null }),
    clearProblem: assign({ problem: null, failure: null, hasRestarted: false }),
    noteUser: assign((_, userId: string) => ({ userId: userId.trim() })),
    noteIdentified: assign((_, answer: PolicyAnswer) =>
      answer.ok ? { identified: answer.value, userId: answer.value.userId } : {},
    ),
    noteAllowed: assign((_, answer: ForgettingAnswer) => (answer.ok ? { allowed: answer.value } : {})),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    noteToken: assign((_, output: SelfAuthOutput | QuestionsOutput) =>
      'token' in output ? { token: output.token } : {},
    ),
    dropProof: assign({ token: '' }),
    restart: assign({ token: '', hasRestarted: true }),
    noteSaved: assign(({ context: { identified } }) => ({
      output: { reason: 'saved' as const, identified, authType: identified?.policy.authType ?? 'other' },
    })),
  },
}).createMachine({
  id: 'forgot-password',
  context: ({ input }) => ({
    ...input,
    identified: null,
    allowed: null,
    problem: null,
    failure: null,
    hasRestarted: false,
    token: '',
    output: { reason: 'back' },
  }),
  initial: 'opening',
  output: ({ context }) => context.output,
  states: {
    opening: {
      description: 'A person who is known need not enter the ID again.',
      always: [{ guard: 'isKnown', target: 'identifying' }, { target: 'entering' }],
    },
    entering: {
      description: 'Waits for the ID; where the flow has begun anew, it is there already.',
      on: {
        'id.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'noteBlank' },
          {
            target: 'identifying',
            actions: ['clearProblem', { type: 'noteUser', params: ({ event }) => event.userId }],
          },
        ],
        'id.edited': { actions: 'clearProblem' },
        'step.back': 'done',
      },
    },
    identifying: {
      description: 'The policy of the person is checked.',
      tags: 'busy',
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'preparing',
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    preparing: {
      description: 'Asks whether this person may reset the password here, and how.',
      tags: 'busy',
      invoke: {
        id: 'fetchForgetting',
        src: 'fetchForgetting',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isAllowed', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'noteAllowed', params: ({ event }) => event.output },
          },
          { guard: { type: 'isForbidden', params: ({ event }) => event.output }, target: 'forbidden' },
          {
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    forbidden: {
      description: 'This password is not reset here: says so, with Prev alone.',
      on: { 'step.back': 'done' },
    },
    choosing: {
      description: 'Chooses the proof by the setting.',
      always: [
        { guard: 'choosesMethod', target: 'selecting' },
        { guard: 'asksQuestion', target: 'answering' },
        { target: 'identity' },
      ],
    },
    selecting: {
      description: 'The person chooses how to prove who they are.',
      on: {
        'method.chosen': [
          { guard: { type: 'wantsQuestion', params: ({ event }) => event.method }, target: 'answering' },
          { target: 'identity' },
        ],
        'step.back': 'done',
      },
    },
    identity: {
      description: 'The identity check.',
      meta: { step: 'proof' },
      on: {
        'step.requested': {
          guard: { type: 'leavesProof', params: ({ event }) => event.step },
          actions: { type: 'askBack', params: 'self-auth' },
        },
      },
      entry: 'dropProof',
      invoke: {
        id: 'self-auth',
        src: 'self-auth',
        input: ({ context: { userId, clientId, isInsideApp, allowed } }) => ({
          userId,
          clientId,
          isInsideApp,
          mode: 'change',
          offered: allowed?.setting.selfAuth ?? {
            sms: false,
            internalMail: false,
            privateMail: false,
            mobileOtp: false,
            push: false,
          },
          token: '',
        }),
        onDone: [
          {
            guard: { type: 'isPassed', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'noteToken', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'entering',
            actions: 'restart',
          },
          { target: 'retreating' },
        ],
        onError: { target: 'entering', actions: 'restart' },
      },
    },
    answering: {
      description: 'The question that the person has answered before.',
      meta: { step: 'proof' },
      on: {
        'step.requested': {
          guard: { type: 'leavesProof', params: ({ event }) => event.step },
          actions: { type: 'askBack', params: 'questions' },
        },
      },
      entry: 'dropProof',
      invoke: {
        id: 'questions',
        src: 'questions',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId, mode: 'answer' }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'setup',
            actions: { type: 'noteToken', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'entering',
            actions: 'restart',
          },
          { target: 'retreating' },
        ],
        onError: { target: 'entering', actions: 'restart' },
      },
    },
    retreating: {
      description: 'Prev goes to the choice of the method, or leaves.',
      entry: 'dropProof',
      always: [{ guard: 'choosesMethod', target: 'selecting' }, { target: 'done' }],
    },
    setup: {
      description: 'The new password.',
      meta: { step: 'proof' },
      on: {
        'step.requested': {
          guard: { type: 'leavesProof', params: ({ event }) => event.step },
          actions: { type: 'askBack', params: 'password-setup' },
        },
      },
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context: { userId, token, allowed } }) => ({
          userId,
          token,
          type: 'change',
          reuseLimit: allowed?.setting.passwordReuseLimit ?? 0,
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'done',
            actions: ['noteSaved', 'dropProof'],
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'entering',
            actions: 'restart',
          },
          { target: 'retreating' },
        ],
        onError: { target: 'entering', actions: 'restart' },
      },
    },
    done: { type: 'final' },
  },
});

export type ForgotPasswordMachine = typeof forgotPasswordMachine;
