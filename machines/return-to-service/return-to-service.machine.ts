import { setup } from 'xstate';
import type { NoticeReason } from '#machines/shared/notice.ts';
import { port } from '#machines/shared/port.ts';
import { checkTarget, withNoReauth } from './target.ts';

export type ReturnToServiceInput = {
  /** The address to which the server sends the browser (spec section 4). */
  readonly to: string;
  /** The portal's own origin, to resolve a path. */
  readonly base: string;
  /** Whether the request is finished from an earlier login (decision 40). */
  readonly wantsNoReauth: boolean;
  /** Replaces the history entry of the finished flow, so that Back does not lead there (decision 198). */
  readonly replacesEntry?: boolean;
};

export type ReturnToServiceOutput = { readonly reason: NoticeReason };

export type ReturnToServiceEvent = { readonly type: 'departure.retry' };

type ReturnToServiceContext = {
  readonly url: string;
  readonly replacesEntry: boolean;
  readonly refusal: NoticeReason | null;
};

/** Time after which a browser that has not left yet is offered a link, in milliseconds. */
export const DEPARTURE_GRACE = 5000;

/** Leaves the portal: the checked target, and a link when the browser does not navigate (decision 60). */
export const returnToServiceMachine = setup({
  types: {
    context: {} as ReturnToServiceContext,
    events: {} as ReturnToServiceEvent,
    input: {} as ReturnToServiceInput,
    output: {} as ReturnToServiceOutput,
    tags: {} as 'busy',
  },
  actors: {
    leave: port<void, { url: string; replacesEntry?: boolean }>('departure.leave'),
  },
  guards: { isRefused: ({ context }) => context.refusal !== null },
  delays: { departureGrace: DEPARTURE_GRACE },
}).createMachine({
  id: 'return-to-service',
  context: ({ input }) => {
    const target = checkTarget(input.to, input.base);
    const { replacesEntry = false, wantsNoReauth } = input;
    if (!target.ok) return { url: '', replacesEntry, refusal: target.reason };
    return { url: wantsNoReauth ? withNoReauth(target.url) : target.url, replacesEntry, refusal: null };
  },
  initial: 'checking',
  output: ({ context }) => ({ reason: context.refusal ?? 'invalidAccess' }),
  states: {
    checking: {
      description: 'Refuses a target that is no web address.',
      always: [{ guard: 'isRefused', target: 'done' }, { target: 'leaving' }],
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
      after: { departureGrace: 'stuck' },
    },
    stuck: {
      description: 'The browser has not navigated: a link is offered.',
      on: { 'departure.retry': 'leaving' },
    },
    done: { type: 'final' },
  },
});

export type ReturnToServiceMachine = typeof returnToServiceMachine;
