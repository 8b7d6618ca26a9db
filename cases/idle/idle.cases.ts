import type { Cases } from '#cases/cases.ts';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

/** Time of the last use of the session in epoch milliseconds. */
const LAST_USE_AT = 1_000_000;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'session.used', at: LAST_USE_AT }, { type: 'session.keep' }],
  answers: {
    readClock: [LAST_USE_AT, Number.MAX_SAFE_INTEGER],
    extendSession: [
      { answer: success(undefined), at: LAST_USE_AT },
      { answer: failed(UNREACHABLE), at: LAST_USE_AT },
      { answer: failed(UNREACHABLE), at: Number.MAX_SAFE_INTEGER },
    ],
  },
} satisfies Cases<IdleMachine>;
