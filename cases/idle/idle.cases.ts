import type { Cases } from '#cases/cases.ts';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

/** Epoch milliseconds at which the session was used. */
const USED = 1_000_000;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'session.used', at: USED }, { type: 'session.keep' }],
  answers: {
    readClock: [USED, Number.MAX_SAFE_INTEGER],
    extendSession: [
      { answer: success(undefined), at: USED },
      { answer: failed(UNREACHABLE), at: USED },
      { answer: failed(UNREACHABLE), at: Number.MAX_SAFE_INTEGER },
    ],
  },
} satisfies Cases<IdleMachine>;
