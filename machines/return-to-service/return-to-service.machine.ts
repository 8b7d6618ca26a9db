import { assign, setup } from 'xstate';
import type { NoticeReason } from '#machines/shared/notice.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { checkTarget, withNoReauth } from './target.ts';

export type ReturnToServiceInput = {
  /** The address to which the server sends the browser (spec section 4). */
  readonly to: string;
  /** The portal's own origin, to resolve a path. */
  readonly base: string;
  /** Whether an existing login finishes the request, without a new one (rule 40). */
  readonly skipsReauth: boolean;
  /** Replaces the history entry of the finished flow, so that Back does not lead there (rule 198). */
  readonly replacesEntry?: boolean;
  /** The person declines the request, which `to` resumes (rule 279). */
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

/** Time in milliseconds after which a link is shown, when the browser has not navigated. */
export const RETURN_GRACE = 5000;

/**
 * Leaves the portal: declines the request if the person chose that (rule 279), then goes to the checked target,
 * and offers a link when the browser does not navigate (rule 60).
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
    isEnded: (_, answer: Result<unknown>) =>
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
            guard: { type: 'isEnded', params: ({ event }) => event.output },
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
