import type { Cases } from '#cases/cases.ts';
import type { SignedInMachine } from '#machines/signed-in/signed-in.machine.ts';

/** What a person may do to it. */
export const cases = {
  events: [{ type: 'overview.open' }],
  answers: {},
} satisfies Cases<SignedInMachine>;
