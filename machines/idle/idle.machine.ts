import { assign, setup } from 'xstate';
import { port, source, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type IdleInput = {
  /** Lifetime of an unused session on the server, in milliseconds; 0 when unknown. */
  readonly lifetimeMs: number;
};

/** The server has answered a call of this browser, which extends the session. */
export type SessionUse = {
  readonly type: 'session.used';
  /** Epoch milliseconds. */
  readonly at: number;
};

export type IdleEvent =
  | SessionUse
  /** The person wants to stay signed in. */
  | { readonly type: 'session.keep' };

/** The result of the call that extends the session, and the time of the call in epoch milliseconds. */
export type ExtendResult = { readonly answer: Result<unknown>; readonly at: number };

type IdleContext = IdleInput & {
  /** Epoch milliseconds at which an unused session ends. */
  readonly deadline: number;
  /** Milliseconds from the last reading of the clock to the deadline. */
  readonly remaining: number;
  /** Why the session could not be extended. */
  readonly failure: Failure | null;
};

/** Maximum time between the warning and the end of the session, in milliseconds. */
const MAX_WARNING_TIME = 120_000;

/** Maximum lifetime of a session for which a warning is needed (WCAG 2.2.1), in milliseconds. */
const MAX_WARNED_LIFETIME = 20 * 60 * 60_000;

/** Time between the warning and the end of the session. For a short session, half of its lifetime. */
const warningMs = (lifetimeMs: number): number => Math.min(MAX_WARNING_TIME, lifetimeMs / 2);

/** Warns before an idle session ends, and extends it on request (WCAG 2.2.1, ADR-0013). */
export const idleMachine = setup({
  types: {
    context: {} as IdleContext,
    events: {} as IdleEvent,
    input: {} as IdleInput,
    tags: {} as 'asking' | 'busy',
  },
  actors: {
    /** Reports each answer of the server to this or another tab. */
    watchUse: source<SessionUse>('idle.watchUse'),
    /** Reads the clock, in epoch milliseconds. */
    readClock: port<number>('idle.readClock'),
    /** Makes a call, which extends the session. */
    extendSession: port<ExtendResult>('idle.extendSession'),
  },
  guards: {
    isLimited: ({ context }) => context.lifetimeMs > 0 && context.lifetimeMs <= MAX_WARNED_LIFETIME,
    isPastEnd: ({ context }, now: number) => now >= context.deadline,
    isExtended: (_, { answer }: ExtendResult) => answer.ok,
  },
  delays: {
    untilWarning: ({ context: { lifetimeMs } }) => lifetimeMs - warningMs(lifetimeMs),
    untilEnd: ({ context }) => context.remaining,
  },
  actions: {
    extendDeadline: assign(({ context: { lifetimeMs } }, at: number) => ({
      deadline: at + lifetimeMs,
      remaining: warningMs(lifetimeMs),
      failure: null,
    })),
    setTimeLeft: assign(({ context }, now: number) => ({ remaining: context.deadline - now })),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    /** Reports to the portal that the session has ended. */
    reportEnd: () => {
      throw new UnprovidedPortError('idle.reportEnd');
    },
  },
}).createMachine({
  id: 'idle',
  context: ({ input }) => ({ ...input, deadline: 0, remaining: 0, failure: null }),
  invoke: { id: 'watchUse', src: 'watchUse', onError: '.unwatched' },
  on: {
    'session.used': {
      guard: 'isLimited',
      target: '.active',
      actions: { type: 'extendDeadline', params: ({ event }) => event.at },
    },
  },
  initial: 'unwatched',
  states: {
    unwatched: { description: 'No session is known that could expire.' },
    active: {
      description: 'The session was used recently.',
      after: { untilWarning: 'checkingClock' },
    },
    checkingClock: {
      description: 'Reads the clock: a sleeping device may have missed the warning.',
      invoke: {
        id: 'readClock',
        src: 'readClock',
        onDone: [
          {
            guard: { type: 'isPastEnd', params: ({ event }) => event.output },
            target: 'unwatched',
            actions: 'reportEnd',
          },
          { target: 'warned', actions: { type: 'setTimeLeft', params: ({ event }) => event.output } },
        ],
        onError: 'warned',
      },
    },
    warned: {
      description: 'A dialog warns that the session ends soon, and shows the time left.',
      tags: 'asking',
      after: { untilEnd: { target: 'unwatched', actions: 'reportEnd' } },
      on: { 'session.keep': 'extending' },
    },
    extending: {
      description: 'A call extends the session.',
      tags: ['asking', 'busy'],
      invoke: {
        id: 'extendSession',
        src: 'extendSession',
        onDone: [
          {
            guard: { type: 'isExtended', params: ({ event }) => event.output },
            target: 'active',
            actions: { type: 'extendDeadline', params: ({ event }) => event.output.at },
          },
          {
            guard: { type: 'isPastEnd', params: ({ event }) => event.output.at },
            target: 'unwatched',
            actions: 'reportEnd',
          },
          {
            target: 'warned',
            actions: [
              { type: 'setTimeLeft', params: ({ event }) => event.output.at },
              { type: 'setFailure', params: ({ event }) => failureOf(event.output.answer) },
            ],
          },
        ],
        onError: { target: 'warned', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
  },
});

export type IdleMachine = typeof idleMachine;
