import type { Cases } from '#cases/cases.ts';
import type { SessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'session.leave' }, { type: 'session.stay' }],
  answers: { readClock: [0] },
} satisfies Cases<SessionExpiryMachine>;
