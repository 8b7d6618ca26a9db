import { assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';

export type SessionExpiryEvent =
  | { readonly type: 'session.leave' }
  /** The person stops the countdown. */
  | { readonly type: 'session.stay' };

type SessionContext = {
  /** Epoch milliseconds at which the login page opens automatically; null before the clock was read. */
  readonly deadline: number | null;
};

/** Time until the login page opens automatically, in milliseconds (rule 162). */
export const SESSION_COUNTDOWN = 20_000;

/** The dialog about an expired session, which is followed by the login page (spec section 8, rule 162). */
export const sessionExpiryMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionExpiryEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Reads the clock, in epoch milliseconds. */
    readClock: port<number>('session.readClock'),
  },
  delays: { sessionCountdown: SESSION_COUNTDOWN },
  actions: {
    startCountdown: assign((_, now: number) => ({ deadline: now + SESSION_COUNTDOWN })),
  },
}).createMachine({
  id: 'session-expiry',
  context: { deadline: null },
  initial: 'expired',
  states: {
    expired: {
      description:
        'A dialog says that the session has expired. The login page opens automatically, or at once on request.',
      after: { sessionCountdown: 'done' },
      on: { 'session.leave': 'done', 'session.stay': 'stayed' },
      initial: 'starting',
      states: {
        starting: {
          description: 'Reads the clock, so that the seconds left can be shown.',
          invoke: {
            id: 'readClock',
            src: 'readClock',
            onDone: {
              target: 'counting',
              actions: { type: 'startCountdown', params: ({ event }) => event.output },
            },
            onError: 'counting',
          },
        },
        counting: { description: 'Shows the remaining seconds.' },
      },
    },
    stayed: {
      description: 'The countdown was stopped. The dialog stays and links to the login page.',
      on: { 'session.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type SessionExpiryMachine = typeof sessionExpiryMachine;
