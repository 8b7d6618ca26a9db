import { assign, setup } from 'xstate';
import type { AuthSummary } from '#machines/shared/domain.ts';
import type { NoticeReason } from '#machines/shared/notice.ts';
import { port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import { UNEXPECTED, wasCheckedByServer } from '#machines/shared/result.ts';

/** The summary of a request, and the time of its arrival. */
export type DatedSummary = {
  readonly summary: AuthSummary;
  /** Epoch milliseconds; the countdown of spec section 2 starts here. */
  readonly at: number;
  /** Whether the person has stopped the countdown of this page before a reload. */
  readonly isCountdownStopped?: boolean;
};

export type RedirectOutput =
  /** The person has to sign in. */
  | { readonly reason: 'begun'; readonly summary: AuthSummary; readonly type: 'oidc' | 'saml' }
  /**
   * The person is signed in. `authenticated`: the browser continues to the service; `switching`: the person wants to use
   * another account; `managing`: the person opens the management.
   */
  | { readonly reason: 'authenticated' | 'switching' | 'managing'; readonly summary: AuthSummary }
  /** `notice` is the reason that the error page shows. */
  | { readonly reason: 'refused'; readonly notice: NoticeReason };

export type RedirectEvent =
  | { readonly type: 'redirect.continue' }
  | { readonly type: 'redirect.stay' }
  | { readonly type: 'redirect.retry' }
  | { readonly type: 'account.switch' }
  | { readonly type: 'overview.open' };

export type RedirectInput = {
  /** The ID for which a password was just saved through a link; empty when no password was saved. */
  readonly passwordSavedFor: string;
};

type RedirectContext = RedirectInput & {
  readonly summary: AuthSummary | null;
  readonly failure: Failure | null;
  /** Epoch milliseconds at which the browser leaves automatically; null when there is no countdown. */
  readonly deadline: number | null;
  readonly outcome: RedirectOutput;
};

type Answer = Result<DatedSummary>;

/** Time from the answer until the browser leaves, in milliseconds (spec section 9). */
export const REDIRECT_COUNTDOWN = 3000;

const REFUSED_OUTCOME: RedirectOutput = { reason: 'refused', notice: 'invalidAccess' };

/** The reason of /error after the server has refused the call (rule 39); code 000 stands for an unknown service. */
function noticeReasonOf(failure: Failure): NoticeReason {
  if (failure.kind !== 'rejected') return 'invalidAccess';
  if (failure.code === '000') return 'notExists';
  return failure.status === 401 ? 'unauthorized' : 'invalidAccess';
}

/** Whether a password was just saved through a link for another person than the signed-in person. */
export const isOtherPerson = ({ userId }: AuthSummary, passwordSavedFor: string): boolean =>
  passwordSavedFor !== '' && passwordSavedFor !== userId;

/**
 * The redirect page: reads the request and decides whether a login is needed (spec section 2, "Redirect
 * page").
 */
export const redirectMachine = setup({
  types: {
    context: {} as RedirectContext,
    events: {} as RedirectEvent,
    input: {} as RedirectInput,
    output: {} as RedirectOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchSummary: port<Answer>('redirect.fetchSummary'),
  },
  guards: {
    isRefused: (_, answer: Answer) =>
      !answer.ok &&
      wasCheckedByServer(answer.failure) &&
      answer.failure.kind === 'rejected' &&
      answer.failure.status < 500,
    isUnanswered: (_, answer: Answer) => !answer.ok,
    isAlreadyAuthenticated: (_, answer: Answer) =>
      answer.ok && answer.value.summary.isAlreadyAuth && answer.value.summary.redirectUrl !== '',
    /** The person is signed in, and has stopped the countdown before or is not the person whose password was just saved. */
    mustStay: ({ context: { passwordSavedFor } }, answer: Answer) =>
      answer.ok &&
      (answer.value.isCountdownStopped === true || isOtherPerson(answer.value.summary, passwordSavedFor)) &&
      answer.value.summary.isAlreadyAuth &&
      answer.value.summary.redirectUrl !== '',
    lacksRedirectUrl: (_, answer: Answer) => answer.ok && answer.value.summary.isAlreadyAuth,
    hasOpenIdScope: (_, answer: Answer) => answer.ok && answer.value.summary.hasOpenIdScope,
    hasServiceId: (_, answer: Answer) => answer.ok && answer.value.summary.hasServiceId,
  },
  delays: { redirectCountdown: REDIRECT_COUNTDOWN },
  actions: {
    setFailure: assign((_, failure: Failure) => ({ failure })),
    refuse: assign((_, notice: NoticeReason) => ({ outcome: { reason: 'refused' as const, notice } })),
    setRefusal: assign((_, answer: Answer) =>
      answer.ok ? {} : { outcome: { reason: 'refused' as const, notice: noticeReasonOf(answer.failure) } },
    ),
    startCountdown: assign((_, answer: Answer) =>
      answer.ok ? { summary: answer.value.summary, deadline: answer.value.at + REDIRECT_COUNTDOWN } : {},
    ),
    setSummary: assign((_, answer: Answer) => (answer.ok ? { summary: answer.value.summary } : {})),
    stopCountdown: assign({ deadline: null }),
    begin: assign((_, { answer, type }: { answer: Answer; type: 'oidc' | 'saml' }) =>
      answer.ok ? { outcome: { reason: 'begun' as const, summary: answer.value.summary, type } } : {},
    ),
    finish: assign(({ context }, reason: 'authenticated' | 'switching' | 'managing') =>
      context.summary ? { outcome: { reason, summary: context.summary } } : {},
    ),
  },
}).createMachine({
  id: 'redirect',
  context: ({ input }) => ({
    ...input,
    summary: null,
    failure: null,
    deadline: null,
    outcome: REFUSED_OUTCOME,
  }),
  initial: 'summarizing',
  output: ({ context }) => context.outcome,
  states: {
    summarizing: {
      description: 'Fetches the request of the client service, and whether the person is signed in already.',
      tags: 'busy',
      invoke: {
        id: 'fetchSummary',
        src: 'fetchSummary',
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => event.output },
            target: 'unanswered',
            actions: {
              type: 'setFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
          {
            guard: { type: 'mustStay', params: ({ event }) => event.output },
            target: 'stayed',
            actions: { type: 'setSummary', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isAlreadyAuthenticated', params: ({ event }) => event.output },
            target: 'counting',
            actions: { type: 'startCountdown', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'lacksRedirectUrl', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'refuse', params: 'noRedirectUrl' },
          },
          {
            guard: { type: 'hasOpenIdScope', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'begin', params: ({ event }) => ({ answer: event.output, type: 'oidc' }) },
          },
          {
            guard: { type: 'hasServiceId', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'begin', params: ({ event }) => ({ answer: event.output, type: 'saml' }) },
          },
          { target: 'done', actions: { type: 'refuse', params: 'invalidAccess' } },
        ],
        onError: { target: 'unanswered', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    unanswered: {
      description: 'There was no usable answer. The person can retry.',
      on: { 'redirect.retry': 'summarizing' },
    },
    counting: {
      description: 'Already signed in: the browser continues to the service after three seconds.',
      exit: 'stopCountdown',
      after: { redirectCountdown: { target: 'done', actions: { type: 'finish', params: 'authenticated' } } },
      on: {
        'redirect.continue': { target: 'done', actions: { type: 'finish', params: 'authenticated' } },
        'redirect.stay': 'stayed',
        'overview.open': { target: 'done', actions: { type: 'finish', params: 'managing' } },
      },
    },
    stayed: {
      description: 'There is no countdown. The person decides whether to go on or to use another account.',
      on: {
        'redirect.continue': { target: 'done', actions: { type: 'finish', params: 'authenticated' } },
        'account.switch': { target: 'done', actions: { type: 'finish', params: 'switching' } },
        'overview.open': { target: 'done', actions: { type: 'finish', params: 'managing' } },
      },
    },
    done: { type: 'final' },
  },
});

export type RedirectMachine = typeof redirectMachine;
