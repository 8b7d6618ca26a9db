import type { Cases } from '#cases/cases.ts';
import type { AuthenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'authenticated.leave' }],
  answers: { postCode: [true, false] },
} satisfies Cases<AuthenticatedMachine>;
