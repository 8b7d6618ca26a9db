import { assign, setup } from 'xstate';
import type { NoticeReason } from '#machines/shared/notice.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { checkTarget, withNoReauth } from './target.ts';

export type ReturnToServiceInput = {
  /** The address to which the server sends the browser (spec section 4). */
  readonly to: string;
  /** The origin of the portal, with which a path is resolved. */
  readonly base: string;
  /** Whether an existing login finishes the request, without another sign-in (rule 40). */
  readonly skipsReauth: boolean;
  /** Whether the target replaces the history entry of the finished flow, so that Back does not open the flow (rule 198). */
  readonly replacesEntry?: boolean;
  /** Whether the person declines the request, which would continue at `to` (rule 279). */
  readonly declines?: boolean;
};

export type ReturnToServiceOutput = { readonly reason: NoticeReason };

export type ReturnToServiceEvent =
  | { readonly type: 'return.retry' }
  /** The person continues with a request that could not be declined. */
  | { readonly type: 'request.resume' };

type ReturnToServiceContext = {
  readonly url: string;
  readonly replacesEntry: boolean;
  readonly declines: boolean;
  readonly refusal: NoticeReason | null;
  readonly failure: Failure | null;
};

type Args = { readonly context: ReturnToServiceContext };

/** Time after which a link is shown when the browser has not navigated, in milliseconds. */
export const RETURN_GRACE = 5000;

/**
 * Leaves the portal: declines the request if the person wants so (rule 279), then opens the checked target. When the
 * browser does not navigate, a link is shown (rule 60).
 */
export const returnToServiceMachine = setup({
  types: {
    context: {} as ReturnToServiceContext,
    events: {} as ReturnToServiceEvent,
    input: {} as ReturnToServiceInput,
    output: {} as ReturnToServiceOutput,
    tags: {} as 'busy',
  },
  actors: {
    leave: port<void, { url: string; replacesEntry?: boolean }>('return.leave'),
    declineRequest: port<Result<unknown>, { redirect: string }>('return.declineRequest'),
  },
  guards: {
    isRefused: ({ context }: Args) => context.refusal !== null,
    declines: ({ context }: Args) => context.declines,
    hasSucceeded: (_, answer: Result<unknown>) => answer.ok,
    /** The request is unknown, finished or expired. */
    isRequestEnded: (_, answer: Result<unknown>) =>
      !answer.ok && answer.failure.kind === 'rejected' && answer.failure.status === 404,
  },
  actions: {
    setEnded: assign({ refusal: 'requestEnded' }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
  },
  delays: { returnGrace: RETURN_GRACE },
}).createMachine({
  id: 'return-to-service',
  context: ({ input }) => {
    const target = checkTarget(input.to, input.base);
    const { replacesEntry = false, declines = false, skipsReauth } = input;
    const common = { replacesEntry, declines, failure: null };
    if (!target.ok) return { ...common, url: '', refusal: target.reason };
    return { ...common, url: skipsReauth ? withNoReauth(target.url) : target.url, refusal: null };
  },
  initial: 'checking',
  output: ({ context }) => ({ reason: context.refusal ?? 'invalidAccess' }),
  states: {
    checking: {
      description: 'Refuses a target that is not a web address.',
      always: [
        { guard: 'isRefused', target: 'done' },
        { guard: 'declines', target: 'declining' },
        { target: 'leaving' },
      ],
    },
    declining: {
      description: 'Declines the request at the server.',
      tags: 'busy',
      invoke: {
        id: 'declineRequest',
        src: 'declineRequest',
        input: ({ context: { url } }) => ({ redirect: url }),
        onDone: [
          { guard: { type: 'hasSucceeded', params: ({ event }) => event.output }, target: 'leaving' },
          {
            guard: { type: 'isRequestEnded', params: ({ event }) => event.output },
            target: 'done',
            actions: 'setEnded',
          },
          {
            target: 'undeclined',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'undeclined', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    undeclined: {
      description: 'The request could not be declined. The person can try again, or continue to sign in.',
      on: { 'return.retry': 'declining', 'request.resume': 'leaving' },
    },
    leaving: {
      description: 'The browser is on its way to the service.',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context: { url, replacesEntry } }) => (replacesEntry ? { url, replacesEntry } : { url }),
        onDone: 'stuck',
        onError: 'stuck',
      },
      after: { returnGrace: 'stuck' },
    },
    stuck: {
      description: 'The browser has not navigated: a link is offered.',
      on: { 'return.retry': 'leaving' },
    },
    done: { type: 'final' },
  },
});

export type ReturnToServiceMachine = typeof returnToServiceMachine;
