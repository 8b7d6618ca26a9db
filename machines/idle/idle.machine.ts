import { assign, setup } from 'xstate';
import { port, source, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type IdleInput = {
  /** How long the server keeps a session that nobody uses, in milliseconds; 0 where it does not tell. */
  readonly heldMs: number;
};

/** The server has answered this browser. */
export type Use = {
  readonly type: 'session.used';
  /** Epoch milliseconds. */
  readonly at: number;
};

export type IdleEvent =
  | Use
  /** The person is still there. */
  | { readonly type: 'session.keep' };

/** What came of keeping the session, and when, in epoch milliseconds. */
export type Kept = { readonly answer: Result<unknown>; readonly at: number };

type IdleContext = IdleInput & {
  /** Epoch milliseconds at which an unused session ends. */
  readonly deadline: number;
  /** Milliseconds from the last look at the clock to the deadline. */
  readonly left: number;
  /** Why the session could not be kept. */
  readonly failure: Failure | null;
};

/** Longest time before the end at which the person is asked, in milliseconds. */
const LONGEST_WARNING = 120_000;

/** A limit beyond this one needs no warning (WCAG 2.2.1), in milliseconds. */
const LONGEST_LIMIT = 20 * 60 * 60_000;

/** How long before its end a session is told of: half of it where it is short. */
const warningOf = (heldMs: number): number => Math.min(LONGEST_WARNING, heldMs / 2);

/** Asks the person before an unused session ends, and keeps it at a press (WCAG 2.2.1, ADR-0013). */
export const idleMachine = setup({
  types: {
    context: {} as IdleContext,
    events: {} as IdleEvent,
    input: {} as IdleInput,
    tags: {} as 'asking' | 'busy',
  },
  actors: {
    /** Tells of each answer of the server, to this tab or another one. */
    watchUse: source<Use>('idle.watchUse'),
    /** Epoch milliseconds. */
    readClock: port<number>('idle.readClock'),
    /** Makes a call, which is what keeps the session. */
    keepSession: port<Kept>('idle.keepSession'),
  },
  guards: {
    isLimited: ({ context }) => context.heldMs > 0 && context.heldMs <= LONGEST_LIMIT,
    isPastEnd: ({ context }, now: number) => now >= context.deadline,
    isKept: (_, { answer }: Kept) => answer.ok,
  },
  delays: {
    untilWarning: ({ context: { heldMs } }) => heldMs - warningOf(heldMs),
    untilEnd: ({ context }) => context.left,
  },
  actions: {
    noteUse: assign(({ context: { heldMs } }, at: number) => ({
      deadline: at + heldMs,
      left: warningOf(heldMs),
      failure: null,
    })),
    noteLeft: assign(({ context }, now: number) => ({ left: context.deadline - now })),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    /** Tells the portal that the session has ended. */
    tellEnd: () => {
      throw new UnprovidedPortError('idle.tellEnd');
    },
  },
}).createMachine({
  id: 'idle',
  context: ({ input }) => ({ ...input, deadline: 0, left: 0, failure: null }),
  invoke: { id: 'watchUse', src: 'watchUse', onError: '.unwatched' },
  on: {
    'session.used': {
      guard: 'isLimited',
      target: '.held',
      actions: { type: 'noteUse', params: ({ event }) => event.at },
    },
  },
  initial: 'unwatched',
  states: {
    unwatched: { description: 'No session is known that could end.' },
    held: {
      description: 'The session was used a moment ago: the server keeps it.',
      after: { untilWarning: 'looking' },
    },
    looking: {
      description: 'Reads the clock: a device that slept has missed the warning.',
      invoke: {
        id: 'readClock',
        src: 'readClock',
        onDone: [
          {
            guard: { type: 'isPastEnd', params: ({ event }) => event.output },
            target: 'unwatched',
            actions: 'tellEnd',
          },
          { target: 'warned', actions: { type: 'noteLeft', params: ({ event }) => event.output } },
        ],
        onError: 'warned',
      },
    },
    warned: {
      description: 'A dialog asks whether the person is still there, and counts down to the end.',
      tags: 'asking',
      after: { untilEnd: { target: 'unwatched', actions: 'tellEnd' } },
      on: { 'session.keep': 'keeping' },
    },
    keeping: {
      description: 'The person is there: the session is kept by a call.',
      tags: ['asking', 'busy'],
      invoke: {
        id: 'keepSession',
        src: 'keepSession',
        onDone: [
          {
            guard: { type: 'isKept', params: ({ event }) => event.output },
            target: 'held',
            actions: { type: 'noteUse', params: ({ event }) => event.output.at },
          },
          {
            guard: { type: 'isPastEnd', params: ({ event }) => event.output.at },
            target: 'unwatched',
            actions: 'tellEnd',
          },
          {
            target: 'warned',
            actions: [
              { type: 'noteLeft', params: ({ event }) => event.output.at },
              { type: 'noteFailure', params: ({ event }) => failureOf(event.output.answer) },
            ],
          },
        ],
        onError: { target: 'warned', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
  },
});

export type IdleMachine = typeof idleMachine;
