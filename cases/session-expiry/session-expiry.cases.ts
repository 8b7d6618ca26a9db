import type { Cases } from '#cases/cases.ts';
import type { SessionExpiryMachine } from '#machines/session-expiry/session-expiry.machine.ts';

/** What a person, the network and the server may do to it. */
export const cases = {
  events: [{ type: 'session.leave' }, { type: 'session.stay' }],
  answers: { readClock: [0] },
} satisfies Cases<SessionExpiryMachine>;
