import type { Cases } from '#cases/cases.ts';
import type { SignedInMachine } from '#machines/signed-in/signed-in.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'overview.open' }],
  answers: {},
} satisfies Cases<SignedInMachine>;
