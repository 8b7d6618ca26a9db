import type { Cases } from '#cases/cases.ts';
import type { AuthenticatedMachine } from '#machines/authenticated/authenticated.machine.ts';

/** What a person, the network and the server may do to it. */
export const cases = {
  events: [{ type: 'authenticated.leave' }],
  answers: { postCode: [true, false] },
} satisfies Cases<AuthenticatedMachine>;
